"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { AlbumCard } from "@/components/album/albums/album-card";
import { foundAlbumsOptions } from "@/lib/album/albums/client/queries";

/** Albums whose title or story has the words of a search. Renders nothing where there are none. */
export function FoundAlbums({ q }: { q: string }) {
  const { data } = useQuery({ ...foundAlbumsOptions(q), placeholderData: keepPreviousData });
  if (!q || !data || data.items.length === 0) return null;
  return (
    <ul aria-label="Albums" className="mb-6 grid grid-cols-2 gap-3.5 sm:grid-cols-4 md:gap-5">
      {data.items.map((album) => (
        <li key={album.id} className="min-w-0">
          <AlbumCard album={album} isSmall />
        </li>
      ))}
    </ul>
  );
}
