"use client";

import { useQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { useState } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import { useDebounced } from "@/components/ui/use-debounced";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { similarOptions } from "@/lib/album/similar/client/queries";
import { counted } from "@/lib/shared/counted";

const SimilarDialog = fetchedPart(
  async () => (await import("@/components/album/similar/similar-dialog")).SimilarDialog,
);

export interface SimilarHintProps {
  item: MediaItemDto;
  /** Called with the trashed items if the shown item is among them. */
  onGone: (ids: readonly string[]) => void;
}

/** Quickly paging through pictures sends no requests. */
const restMs = 500;

/** Mentions quietly that the album has similar pictures, and shows them side by side. */
export function SimilarHint({ item, onGone }: SimilarHintProps) {
  const [isOpen, setIsOpen] = useState(false);
  const restingId = useDebounced(item.id, restMs);
  const { data } = useQuery({
    ...similarOptions(item.id),
    enabled: restingId === item.id && item.mediaType === "image",
  });
  const others = (data?.items.length ?? 0) - 1;
  if (!data || others < 1) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-black/60 px-4 text-step--1 font-semibold whitespace-nowrap text-white backdrop-blur-sm hover:bg-black/80 focus-visible:outline-white"
      >
        <Images aria-hidden="true" className="size-4.5" />
        {counted(others, "similar photo")}
      </button>
      {isOpen && (
        <SimilarDialog
          key={item.id}
          similar={data}
          onClose={() => setIsOpen(false)}
          onTrashed={(ids) => {
            setIsOpen(false);
            if (ids.includes(item.id)) onGone(ids);
          }}
        />
      )}
    </>
  );
}
