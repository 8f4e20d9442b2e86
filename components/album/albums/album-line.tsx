import { MediaPicture } from "@/components/album/media/media-picture";
import { LineDrawing } from "@/components/ui/line-drawing";
import { describeAlbumItems } from "@/lib/album/albums/album-text";
import type { AlbumDto } from "@/lib/album/albums/schema";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";

/** An album on one line: its cover, title, count and months. */
export function AlbumLine({ album }: { album: AlbumDto }) {
  return (
    <>
      <span className="grid size-14 flex-none place-items-center overflow-hidden rounded-xl bg-accent-soft text-accent-strong">
        {album.cover ? (
          <MediaPicture item={album.cover} src={thumbnailUrl(album.cover)} alt="" />
        ) : (
          <LineDrawing name="album" className="size-9" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="line-clamp-2 font-semibold wrap-anywhere">{album.title}</bdi>
        <span className="block text-step--1 text-ink-soft">{describeAlbumItems(album)}</span>
      </span>
    </>
  );
}
