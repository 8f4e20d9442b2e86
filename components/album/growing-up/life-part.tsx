"use client";

import { useCallback, useMemo } from "react";
import { NoteCard } from "@/components/album/growing-up/note-card";
import type { LifePartOf } from "@/components/album/growing-up/parts-of-life";
import { SideBySide } from "@/components/album/growing-up/side-by-side";
import { JustifiedRowView } from "@/components/album/media/justified-row";
import { MediaTile } from "@/components/album/media/media-tile";
import { TileChip } from "@/components/album/media/tile-chip";
import { cn } from "@/components/ui/class-names";
import { dayAtMonths, formatPeriod, periodKey, periodMonths } from "@/lib/album/growing-up/age";
import type { AgedItemDto, GrowingNoteDto, GrowingUpDto } from "@/lib/album/growing-up/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import { dateFormat } from "@/lib/shared/day-text";
import { packRows, type RowShape } from "@/lib/shared/justified-layout";

export interface LifePartProps {
  part: LifePartOf;
  person: GrowingUpDto["person"];
  /** The people to compare with. */
  others: readonly GrowingUpDto[];
  shape: RowShape;
  locale: string;
  isFirst: boolean;
  onOpen: (item: MediaItemDto, tile: HTMLElement) => void;
  onEdit: (note: GrowingNoteDto) => void;
}

const noItems: readonly AgedItemDto[] = [];

/** "May 2024", "May 2024 to April 2025" */
function formatSpan(birthDate: string, { period }: LifePartOf, locale: string): string {
  const month = dateFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const at = (months: number) => month.format(new Date(`${dayAtMonths(birthDate, months)}T00:00:00Z`));
  const start = periodMonths(period);
  return `From ${at(start)}${period.unit === "year" ? ` to ${at(start + 12)}` : ""}`;
}

/** A month or year of someone's life: its best photos, each with their age, and its notes. */
export function LifePart({ part, person, others, shape, locale, isFirst, onOpen, onEdit }: LifePartProps) {
  const { period, photos, notes } = part;
  const items = photos?.items ?? noItems;
  const rows = useMemo(() => packRows(items, shape), [items, shape]);
  const key = periodKey(period);
  const renderTile = useCallback(
    (item: MediaItemDto, index: number) => (
      <MediaTile
        item={item}
        onOpen={onOpen}
        isEager={isFirst && index < 2}
        note={<TileChip className="top-2.5 left-2.5">{(item as AgedItemDto).age}</TileChip>}
      />
    ),
    [onOpen, isFirst],
  );
  // A month with a single photo doesn't fill a row: several share one.
  const isSmall = items.length === 1 && notes.length === 0 && others.length === 0;
  const compared = others.map((other) => ({
    id: other.person.id,
    displayName: other.person.displayName,
    period: other.periods.find((one) => periodKey(one) === key) ?? null,
  }));
  return (
    <section
      id={key}
      aria-labelledby={`${key}-heading`}
      className={cn("min-w-0 scroll-mt-20", !isSmall && "col-span-full")}
    >
      <div className="mb-3">
        <h2 id={`${key}-heading`} className="text-step-2">
          {person.birthDate ? formatPeriod(period) : "Notes"}
        </h2>
        {person.birthDate && (
          <p className="text-step--1 text-ink-soft">
            {formatSpan(person.birthDate, part, locale)}
            {photos && photos.total > items.length && `, the best of ${counted(photos.total, "photo")}`}
          </p>
        )}
      </div>
      {notes.length > 0 && (
        <ul className="mb-4 grid gap-2.5 md:grid-cols-2">
          {notes.map((note) => (
            <NoteCard key={note.id} note={note} onEdit={onEdit} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {isSmall && items[0] && (
        <div className="aspect-square overflow-hidden rounded-2xl">{renderTile(items[0], 0)}</div>
      )}
      {compared.length > 0 && (
        <SideBySide people={[{ ...person, period: photos }, ...compared]} onOpen={onOpen} />
      )}
      {compared.length === 0 && !isSmall && (
        <div className="grid gap-[3px] max-md:-mx-3.5">
          {rows.map((row) => (
            <JustifiedRowView key={row.start} row={row} items={items} shape={shape} renderTile={renderTile} />
          ))}
        </div>
      )}
    </section>
  );
}
