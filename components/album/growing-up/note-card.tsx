"use client";

import { Footprints, Pencil, Quote, Ruler } from "lucide-react";
import { formatHeight } from "@/components/album/growing-up/height-text";
import { MediaPicture } from "@/components/album/media/media-picture";
import { Button } from "@/components/ui/button";
import { usePreferences } from "@/components/ui/preferences";
import type { GrowingNoteDto } from "@/lib/album/growing-up/schema";
import { mediaAlt } from "@/lib/album/media/media-text";
import { thumbnailUrl, viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { formatDay } from "@/lib/shared/day-text";

const icons = { first: Footprints, height: Ruler, words: Quote } as const;

export interface NoteCardProps {
  note: GrowingNoteDto;
  onEdit: (note: GrowingNoteDto) => void;
  onOpen: (item: MediaItemDto, tile: HTMLElement) => void;
}

/** A first with its photo, a height, or words. */
export function NoteCard({ note, onEdit, onOpen }: NoteCardProps) {
  const { kind, text, heightCm, day, age, by, item, canEdit } = note;
  const { locale } = usePreferences();
  const Icon = icons[kind];
  const said = kind === "height" && heightCm !== null ? formatHeight(heightCm, locale) : text;
  return (
    <li className="flex items-start gap-3.5 rounded-2xl bg-sunk p-3.5">
      {item ? (
        <a
          href={viewerPath(item.id)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(item, event.currentTarget);
          }}
          className="relative block size-18 flex-none overflow-hidden rounded-xl"
        >
          <MediaPicture item={item} src={thumbnailUrl(item)} alt={`${text}: ${mediaAlt(item)}`} />
        </a>
      ) : (
        <span className="grid size-11 flex-none place-items-center rounded-full bg-honey-soft">
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.9} />
        </span>
      )}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className={kind === "words" ? "whitespace-pre-line italic" : "font-semibold"}>{said}</p>
        <p className="mt-0.5 text-step--1 text-ink-soft">
          {formatDay(new Date(`${day}T00:00:00Z`), "UTC", locale)}
          {age && `, ${age}`}
          {by && (
            <>
              , noted by <bdi>{by}</bdi>
            </>
          )}
        </p>
      </div>
      {canEdit && (
        <Button variant="ghost" size="icon" aria-label={`Edit “${said}”`} onClick={() => onEdit(note)}>
          <Pencil aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
