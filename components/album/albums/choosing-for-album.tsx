"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { type AddTarget, AddTargetProvider } from "@/components/album/item/album-place";
import { albumPath } from "@/lib/album/albums/client/queries";

/** A list for choosing an album's photos: selecting has begun, and adds to that album. */
export function ChoosingForAlbum({
  album: { id, title },
  children,
}: {
  album: AddTarget;
  children: ReactNode;
}) {
  return (
    <AddTargetProvider value={{ id, title }}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-2xl bg-accent-soft px-4 py-3">
        <p className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
          Select what belongs in <bdi className="font-semibold">“{title}”</bdi>, then choose “Add to album”.
        </p>
        <Link href={albumPath(id)} className="text-link inline-flex min-h-11 items-center gap-1.5">
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back to the album
        </Link>
      </div>
      {children}
    </AddTargetProvider>
  );
}
