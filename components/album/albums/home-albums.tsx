import { Plus } from "lucide-react";
import Link from "next/link";
import { AlbumCard } from "@/components/album/albums/album-card";
import { bareOnPhone } from "@/components/album/home/bare-on-phone";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import { newAlbumPath } from "@/lib/album/albums/client/queries";
import type { AlbumDto } from "@/lib/album/albums/schema";

/** How many albums home shows: a row on a desktop, and one swipe's worth on a phone. */
export const homeAlbums = 4;

/** The albums with something new, in a row; if there are none, how to create one. Rendered by the server. */
export function HomeAlbums({ albums }: { albums: readonly AlbumDto[] }) {
  if (albums.length === 0) {
    return (
      <Link
        href={newAlbumPath}
        prefetch={false}
        className={buttonClasses({ variant: "ghost", size: "small" })}
      >
        <Plus aria-hidden="true" className="-ml-0.5" />
        Make an album of photos that belong together
      </Link>
    );
  }
  return (
    <Card aria-labelledby="home-albums" className={cn(bareOnPhone)}>
      <CardHeader
        id="home-albums"
        title="Albums"
        action={
          <Link href="/albums" className="text-link -my-2 flex min-h-11 items-center">
            See all<span className="sr-only"> albums</span>
          </Link>
        }
      />
      <ul className="grid gap-3.5 max-md:-mx-3.5 max-md:auto-cols-[38%] max-md:grid-flow-col max-md:overflow-x-auto max-md:px-3.5 md:grid-cols-4 md:gap-4">
        {albums.map((album) => (
          <li key={album.id} className="min-w-0">
            <AlbumCard album={album} isSmall />
          </li>
        ))}
      </ul>
    </Card>
  );
}
