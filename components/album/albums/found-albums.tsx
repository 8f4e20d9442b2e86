"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { AlbumLine } from "@/components/album/albums/album-line";
import { albumPath, foundAlbumsOptions } from "@/lib/album/albums/client/queries";

/** Albums whose title or story matches a search. Renders nothing if there are none. */
export function FoundAlbums({ q }: { q: string }) {
  const { data } = useQuery({ ...foundAlbumsOptions(q), placeholderData: keepPreviousData });
  if (!q || !data || data.items.length === 0) return null;
  return (
    <ul aria-label="Albums" className="mb-4 flex flex-wrap gap-2.5">
      {data.items.map((album) => (
        <li key={album.id} className="max-w-full">
          <Link
            href={albumPath(album.id)}
            prefetch={false}
            className="flex items-center gap-3.5 rounded-2xl border border-line bg-card py-2 pr-5 pl-2 hover:bg-sunk"
          >
            <AlbumLine album={album} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
