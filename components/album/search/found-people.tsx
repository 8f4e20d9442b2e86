"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { FacePicture } from "@/components/album/media/face-picture";
import { Avatar } from "@/components/ui/avatar";
import { foundPeopleOptions } from "@/lib/album/media/client/search-queries";
import { taggedPath } from "@/lib/album/tags/client/queries";
import { counted } from "@/lib/shared/counted";

/** Family members the query may refer to, each linking to their pictures. Renders nothing if there are none. */
export function FoundPeople({ q }: { q: string }) {
  const { data } = useQuery({ ...foundPeopleOptions(q), placeholderData: keepPreviousData });
  if (!q || !data || data.length === 0) return null;
  return (
    <ul aria-label="People" className="mb-4 flex flex-wrap gap-2.5">
      {data.map(({ memberId, displayName, pictureCount, faceId }) => (
        <li key={memberId} className="max-w-full">
          <Link
            href={taggedPath(memberId)}
            prefetch={false}
            className="flex min-h-14 items-center gap-3 rounded-full border border-line bg-card py-1.5 pr-5 pl-2 hover:bg-sunk"
          >
            {faceId ? <FacePicture faceId={faceId} className="size-10" /> : <Avatar name={displayName} />}
            <span className="min-w-0">
              <span className="block truncate font-semibold">
                Photos with <bdi>{displayName}</bdi>
              </span>
              <span className="block text-step--1 text-ink-soft">{counted(pictureCount, "photo")}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
