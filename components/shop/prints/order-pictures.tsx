"use client";

import { ImageOff } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import { counted } from "@/lib/shared/counted";
import type { PrintOrderDto } from "@/lib/shop/prints/schema";

type OrderedPicture = PrintOrderDto["items"][number];

export interface OrderPicturesProps {
  items: readonly OrderedPicture[];
  /** How many are shown at first. */
  shownAtFirst: number;
  isSmall?: boolean;
}

/** The ordered items: small pictures with the number of prints. */
export function OrderPictures({ items, shownAtFirst, isSmall = false }: OrderPicturesProps) {
  const [isWhole, setIsWhole] = useState(false);
  // One more takes no more space than the button would.
  const isShort = items.length <= shownAtFirst + 1;
  const shown = isWhole || isShort ? items : items.slice(0, shownAtFirst);
  return (
    <ul className={cn("flex flex-wrap", isSmall ? "gap-1.5" : "gap-2.5")}>
      {shown.map((item) => (
        <li key={item.id} className={cn("relative", isSmall ? "size-14" : "size-20")}>
          <OrderedPictureTile item={item} />
        </li>
      ))}
      {shown.length < items.length && (
        <li>
          <Button
            variant="secondary"
            size="small"
            className={cn("rounded-xl px-0", isSmall ? "size-14" : "size-20")}
            onClick={() => setIsWhole(true)}
          >
            +{items.length - shown.length}
            <span className="sr-only"> more: show all {items.length} photos</span>
          </Button>
        </li>
      )}
    </ul>
  );
}

function OrderedPictureTile({
  item: { mediaId, fileName, size, finish, quantity },
}: {
  item: OrderedPicture;
}) {
  const [isBroken, setIsBroken] = useState(false);
  const facts = `${counted(quantity, "print")}, ${size} ${finish}`;
  const frame = "grid size-full place-items-center overflow-hidden rounded-xl border border-line bg-sunk";
  return (
    <>
      {mediaId && !isBroken ? (
        <Link href={viewerPath(mediaId)} prefetch={false} title={`${fileName}: ${facts}`} className={frame}>
          <img
            src={thumbnailUrl({ id: mediaId, mediaType: "image" })}
            alt={`${fileName}: ${facts}`}
            loading="lazy"
            decoding="async"
            onError={() => setIsBroken(true)}
            className="size-full object-cover text-transparent"
          />
        </Link>
      ) : (
        <span
          title={`${fileName} is no longer in the album: ${facts}`}
          className={cn(frame, "border-dashed border-line-strong text-ink-soft")}
        >
          <ImageOff aria-hidden="true" className="size-6" strokeWidth={1.7} />
          <span className="sr-only">
            {fileName} is no longer in the album: {facts}
          </span>
        </span>
      )}
      {quantity > 1 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute -right-1 -bottom-1 rounded-full border border-line bg-card px-1.5 text-step--1 leading-5 font-semibold text-ink"
        >
          ×{quantity}
        </span>
      )}
    </>
  );
}
