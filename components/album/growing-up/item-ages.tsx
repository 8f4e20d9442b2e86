"use client";

import { useQuery } from "@tanstack/react-query";
import { Footprints } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { itemAgesOptions } from "@/lib/album/growing-up/client/queries";
import { growingUpPath } from "@/lib/album/growing-up/paths";
import type { GrowingNoteDto } from "@/lib/album/growing-up/schema";
import { dayInZone } from "@/lib/shared/day-in-zone";

const NoteDialog = fetchedPart(
  async () => (await import("@/components/album/growing-up/note-dialog")).NoteDialog,
);

/** The ages of the people in a photo, and the first times it shows. Renders nothing if nobody in it has a birthday. */
export function ItemAges({ mediaId }: { mediaId: string }) {
  const { data } = useQuery(itemAgesOptions(mediaId));
  const [edited, setEdited] = useState<GrowingNoteDto | "new" | null>(null);
  if (!data || (data.people.length === 0 && data.notes.length === 0)) return null;
  const { people, notes, day, canWrite } = data;
  const today = dayInZone(new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <div className="mt-3.5">
      <ul aria-label="How old they are" className="grid gap-1 text-step--1 text-ink-soft">
        {people.flatMap(({ id, displayName, age }) =>
          age === null
            ? []
            : [
                <li key={id}>
                  <Link href={growingUpPath(id)} prefetch={false} className="text-link">
                    <bdi>{displayName}</bdi>
                  </Link>
                  , {age}
                </li>,
              ],
        )}
      </ul>
      {notes.length > 0 && (
        <ul aria-label="Firsts" className="mt-3 grid gap-2">
          {notes.map((note) => (
            <li
              key={note.id}
              className="flex items-center gap-2.5 rounded-2xl bg-honey-soft py-1.5 pr-2 pl-3.5"
            >
              <Footprints aria-hidden="true" className="size-[19px] flex-none" strokeWidth={1.9} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <strong>{note.text}</strong> (<bdi>{note.displayName}</bdi>)
              </span>
              {note.canEdit && (
                <Button variant="ghost" size="small" onClick={() => setEdited(note)}>
                  Change
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canWrite && people.length > 0 && (
        <Button variant="ghost" size="small" className="mt-2 -ml-3.5" onClick={() => setEdited("new")}>
          <Footprints aria-hidden="true" />
          Mark a first
        </Button>
      )}
      {edited && (
        <NoteDialog
          people={people}
          note={edited === "new" ? null : edited}
          mediaId={mediaId}
          day={day ?? today}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
