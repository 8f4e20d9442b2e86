"use client";

import { useQuery } from "@tanstack/react-query";
import { Heart, Plus } from "lucide-react";
import Link from "next/link";
import { MediaPicture } from "@/components/album/media/media-picture";
import { useAddSuggestions } from "@/components/shop/prints/use-add-suggestions";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import { countPrints, roomLeft } from "@/lib/shop/prints/basket-count";
import { basketOptions, printSuggestionsOptions, quotaOptions } from "@/lib/shop/prints/client/queries";

/** Pictures for the rest of the month's free prints; renders nothing if none are left or no picture qualifies. */
export function PrintSuggestions({ className }: { className?: string }) {
  const { data: suggestions } = useQuery(printSuggestionsOptions());
  const { data: basket } = useQuery(basketOptions());
  const { data: quota } = useQuery(quotaOptions());
  const { add, busy } = useAddSuggestions();
  if (!suggestions || !basket || !quota) return null;
  const inBasket = new Set(basket.map((item) => item.media_id));
  const room = roomLeft(countPrints(basket), quota);
  const offered = suggestions.items.filter(({ id }) => !inBasket.has(id)).slice(0, room);
  if (offered.length === 0) return null;
  return (
    <Card aria-labelledby="print-suggestions" className={className}>
      <CardHeader
        id="print-suggestions"
        title="Suggested for this month"
        action={
          offered.length > 1 && (
            <Button
              size="small"
              isBusy={busy === "all"}
              disabled={busy !== null && busy !== "all"}
              onClick={() => void add(offered.map(({ id }) => id))}
            >
              Add all {offered.length}
            </Button>
          )
        }
      />
      <p className="-mt-1.5 mb-4 text-ink-soft">
        You have {counted(room, "free print")} left. Your family liked these recently.
      </p>
      <ul className="-mx-1 flex snap-x gap-3 overflow-x-auto px-1 pb-2">
        {offered.map((item) => (
          <Suggestion
            key={item.id}
            item={item}
            isBusy={busy === item.id}
            isOff={busy !== null && busy !== item.id}
            onAdd={() => void add([item.id])}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SuggestionProps {
  item: MediaItemDto;
  isBusy: boolean;
  isOff: boolean;
  onAdd: () => void;
}

function Suggestion({ item, isBusy, isOff, onAdd }: SuggestionProps) {
  const name = mediaAlt(item);
  return (
    <li className="w-36 flex-none snap-start md:w-40">
      <Link
        href={viewerPath(item.id)}
        prefetch={false}
        className="relative block aspect-square overflow-hidden rounded-2xl"
      >
        <MediaPicture item={item} src={thumbnailUrl(item)} alt={name} />
      </Link>
      <p className="mt-1.5 flex min-h-5 items-center gap-1.5 text-step--1 text-ink-soft">
        {item.heartCount > 0 && (
          <>
            <Heart aria-hidden="true" className="size-3.5 flex-none fill-current text-accent-strong" />
            {counted(item.heartCount, "heart")}
          </>
        )}
      </p>
      <Button
        variant="secondary"
        aria-label={`Add to basket: ${name}`}
        isBusy={isBusy}
        disabled={isOff}
        onClick={onAdd}
        className="mt-1 w-full"
      >
        <Plus aria-hidden="true" />
        Add
      </Button>
    </li>
  );
}
