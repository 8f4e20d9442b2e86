"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Clapperboard, NotebookPen } from "lucide-react";
import Link from "next/link";
import { useCallback, useMemo, useState } from "react";
import { Heights } from "@/components/album/growing-up/heights";
import { LifePart } from "@/components/album/growing-up/life-part";
import { partsOf } from "@/components/album/growing-up/parts-of-life";
import { useRowShape } from "@/components/album/media/use-row-shape";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { usePreloadedViewer, ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { Avatar } from "@/components/ui/avatar";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { PageHeader } from "@/components/ui/page-header";
import { usePreferences } from "@/components/ui/preferences";
import { newFilmPath } from "@/lib/album/films/paths";
import { formatAge, monthsOld, periodKey } from "@/lib/album/growing-up/age";
import { growingUpOptions } from "@/lib/album/growing-up/client/queries";
import type { GrowingNoteDto, GrowingUpDto } from "@/lib/album/growing-up/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { formatDay } from "@/lib/shared/day-text";
import type { ScreenWidth } from "@/lib/shared/screen-width";

const NoteDialog = fetchedPart(
  async () => (await import("@/components/album/growing-up/note-dialog")).NoteDialog,
);

export interface GrowingUpScreenProps {
  id: string;
  /** The reader's date, YYYY-MM-DD. */
  today: string;
  isAdmin: boolean;
  screenGuess: ScreenWidth;
}

const ignoreEnd = () => {};

/** How someone grew up: by months and years, with the age on each photo, first times, heights and words. */
export function GrowingUpScreen({ id, today, isAdmin, screenGuess }: GrowingUpScreenProps) {
  const { data } = useQuery(growingUpOptions(id));
  const [besideIds, setBesideIds] = useState<readonly string[]>([]);
  const beside = useQueries({ queries: besideIds.map((other) => growingUpOptions(other)) });
  const shape = useRowShape("roomy", screenGuess);
  const { locale } = usePreferences();
  const viewer = useViewerAddress();
  usePreloadedViewer();
  const { open } = viewer;
  const openItem = useCallback((item: MediaItemDto, tile: HTMLElement) => open(item.id, tile), [open]);
  const [edited, setEdited] = useState<GrowingNoteDto | "new" | null>(null);
  const parts = useMemo(() => (data ? partsOf(data) : []), [data]);
  const others = beside.flatMap(({ data: other }) => other ?? []);
  const items = uniqueItems([...(data ? [data] : []), ...others]);
  if (!data) return null;
  const { person, canWrite, notes } = data;
  return (
    <>
      <Link
        href="/growing-up"
        className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-ink-soft hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Growing up
      </Link>
      <PageHeader
        title={
          <>
            <bdi>{person.displayName}</bdi>, growing up
          </>
        }
        lead={describeLife(person.birthDate, today, locale)}
        action={canWrite && <Actions growing={data} onNote={() => setEdited("new")} />}
      />
      {data.others.length > 0 && person.birthDate && (
        <BesideChoice people={data.others} chosen={besideIds} onChange={setBesideIds} />
      )}
      {parts.length === 0 && <NothingYet growing={data} isAdmin={isAdmin} />}
      <div className="grid grid-cols-2 gap-x-3.5 gap-y-9 md:grid-cols-4 md:gap-x-5 md:gap-y-11">
        <Heights notes={notes} locale={locale} />
        {parts.map((part, index) => (
          <LifePart
            key={periodKey(part.period)}
            part={part}
            person={person}
            others={others}
            shape={shape}
            locale={locale}
            isFirst={index === 0}
            onOpen={openItem}
            onEdit={setEdited}
          />
        ))}
      </div>
      <ViewerOverlay
        openId={viewer.openId}
        items={items}
        total={items.length}
        onShow={viewer.show}
        onClose={viewer.close}
        onNearEnd={ignoreEnd}
      />
      {edited && (
        <NoteDialog
          people={[person]}
          note={edited === "new" ? null : edited}
          day={today}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** In the page's order. */
function uniqueItems(all: readonly GrowingUpDto[]): MediaItemDto[] {
  const items = all.flatMap(({ periods, notes }) => [
    ...periods.flatMap((period) => period.items),
    ...notes.flatMap(({ item }) => item ?? []),
  ]);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function describeLife(birthDate: string | null, today: string, locale: string): string {
  if (!birthDate) return "Their birthday isn't known yet.";
  const months = monthsOld(birthDate, today);
  const born = `born on ${formatDay(new Date(`${birthDate}T00:00:00Z`), "UTC", locale)}`;
  if (months < 0) return `To be ${born}`;
  const age = formatAge(months);
  return `${age[0]?.toUpperCase()}${age.slice(1)}${months < 1 ? "" : " old"}, ${born}`;
}

function Actions({ growing: { person, periods }, onNote }: { growing: GrowingUpDto; onNote: () => void }) {
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button variant="secondary" aria-haspopup="dialog" onClick={onNote}>
        <NotebookPen aria-hidden="true" />
        Add a note
      </Button>
      {periods.length > 1 && (
        <Link
          href={newFilmPath({ kind: "growing", memberId: person.id, year: null })}
          prefetch={false}
          className={buttonClasses()}
        >
          <Clapperboard aria-hidden="true" />
          Make a film
        </Link>
      )}
    </div>
  );
}

interface BesideChoiceProps {
  people: GrowingUpDto["others"];
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

/** Chooses people to compare at the same age. */
function BesideChoice({ people, chosen, onChange }: BesideChoiceProps) {
  return (
    <fieldset className="-mx-3.5 mb-6 min-w-0 overflow-x-auto px-3.5 md:mx-0 md:px-0">
      <legend className="mb-2 text-step--1 text-ink-soft">Side by side, at the same age</legend>
      <ul className="flex w-max gap-2 py-1 md:w-auto md:flex-wrap">
        {people.map(({ id, displayName }) => {
          const isChosen = chosen.includes(id);
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChange(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id])}
                className="flex min-h-11 max-w-[18em] items-center gap-2 rounded-full border border-line bg-card py-1 pr-4 pl-2 font-semibold hover:bg-sunk aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
              >
                <Avatar name={displayName} size="small" />
                <bdi className="truncate">{displayName}</bdi>
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function NothingYet({ growing: { person }, isAdmin }: { growing: GrowingUpDto; isAdmin: boolean }) {
  const name = person.displayName;
  if (!person.birthDate) {
    return (
      <EmptyState
        title={`When was ${name} born?`}
        action={
          isAdmin && (
            <Link href="/manage-users" className={buttonClasses()}>
              Add their birthday
            </Link>
          )
        }
      >
        With their birthday, this page shows their photos by age.
        {!isAdmin && " Please ask one of your family's admins to add it."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="heart"
      title={`No photos of ${name} yet`}
      action={
        <Link href="/latest-uploads" className={buttonClasses()}>
          See the latest uploads
        </Link>
      }
    >
      Open a photo, choose “Who is in this photo?” and tap {name}. Tagged photos appear here, by age.
    </EmptyState>
  );
}
