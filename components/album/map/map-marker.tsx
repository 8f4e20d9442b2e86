import Link from "next/link";
import { memo } from "react";
import type { Marker } from "@/lib/album/map/client/clusters";
import type { Position } from "@/lib/album/map/client/projection";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import { counted } from "@/lib/shared/counted";

export interface MapMarkerProps {
  marker: Marker;
  at: Position;
  onPress: (marker: Marker) => void;
}

const look =
  "absolute -top-6 -left-6 block size-12 rounded-xl border-2 border-card bg-card shadow-2 hover:z-10 focus-visible:z-10";

/** A spot's latest photo and the number of photos: one opens in the viewer, several spread out. */
export function MapMarker({ marker, at, onPress }: MapMarkerProps) {
  const { id, count } = marker;
  const style = { transform: `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)` };
  const kind = marker.mediaType === "video" ? "Video" : "Photo";
  if (count === 1) {
    return (
      <Link
        href={viewerPath(id)}
        prefetch={false}
        draggable={false}
        aria-label={kind}
        className={look}
        style={style}
      >
        <MarkerPicture id={id} mediaType={marker.mediaType} />
      </Link>
    );
  }
  return (
    <button
      type="button"
      aria-label={counted(count, "photo")}
      className={look}
      style={style}
      onClick={() => onPress(marker)}
    >
      <MarkerPicture id={id} mediaType={marker.mediaType} />
      <span
        aria-hidden="true"
        className="absolute -top-2 -right-2 min-w-6 rounded-pill bg-accent-strong px-1.5 text-center text-[length:min(var(--step--1),18px)] font-semibold text-on-accent"
      >
        {count > 999 ? `${Math.floor(count / 1000)}k` : count}
      </span>
    </button>
  );
}

const MarkerPicture = memo(function MarkerPicture({ id, mediaType }: Pick<Marker, "id" | "mediaType">) {
  return (
    <img
      src={thumbnailUrl({ id, mediaType })}
      alt=""
      draggable={false}
      // The markers appear before their pictures are requested.
      loading="lazy"
      decoding="async"
      className="size-full rounded-[10px] object-cover"
    />
  );
});
