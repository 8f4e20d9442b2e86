"use client";

import { UserRoundPlus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import type { TaggedPerson } from "@/components/album/item/item-extras";
import { useItemExtras } from "@/components/album/item/item-extras";
import { useTags } from "@/components/album/tags/use-tags";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { taggedPath } from "@/lib/album/tags/client/queries";

const TagPicker = fetchedPart(async () => (await import("@/components/album/tags/tag-picker")).TagPicker, {
  fallback: <div className="mt-3 h-12" />,
});

export interface PeopleSectionProps {
  mediaId: string;
  /** null until it is loaded. */
  people: readonly TaggedPerson[] | null;
}

/** The people in an item, each linking to their pictures, and a button to tag people. Pass the item's id as its key. */
export function PeopleSection({ mediaId, people }: PeopleSectionProps) {
  const [isPicking, setIsPicking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { choose, error, tryAgain } = useTags(mediaId);
  const { PeopleSuggestions } = useItemExtras();
  const tagged = people ?? [];

  function close() {
    setIsPicking(false);
    requestAnimationFrame(() => opener.current?.focus());
  }

  return (
    <>
      {people && tagged.length === 0 && !isPicking && (
        <p className="mt-1.5 text-ink-soft">No one is tagged yet.</p>
      )}
      {tagged.length > 0 && (
        <ul aria-label="People in this photo" className="mt-3 flex flex-wrap gap-2">
          {tagged.map(({ id, displayName }) => (
            <li key={id} className="max-w-full">
              <Link
                href={taggedPath(id)}
                prefetch={false}
                className="flex min-h-11 items-center gap-2 rounded-full bg-sunk py-1 pr-4 pl-2 font-semibold hover:underline"
              >
                <Avatar name={displayName} size="small" />
                <bdi className="truncate">{displayName}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {people && <PeopleSuggestions mediaId={mediaId} tagged={tagged} onTag={choose} />}
      {error && (
        <div
          role="alert"
          className="mt-3 rounded-2xl bg-accent-soft px-4 py-3 text-step--1 font-semibold text-danger"
        >
          Your choice is not saved yet. {error}
          <Button variant="secondary" size="small" className="mt-2 flex" onClick={tryAgain}>
            Try again
          </Button>
        </div>
      )}
      {isPicking ? (
        <TagPicker tagged={tagged} onChange={choose} onClose={close} />
      ) : (
        <Button
          ref={opener}
          variant="secondary"
          size="small"
          className="mt-3"
          aria-disabled={!people}
          onClick={() => people && setIsPicking(true)}
        >
          <UserRoundPlus aria-hidden="true" />
          Tag people
        </Button>
      )}
    </>
  );
}
