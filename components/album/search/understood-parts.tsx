"use client";

import { CalendarDays, Film, RotateCcw, User, X } from "lucide-react";
import { useCallback } from "react";
import type { SearchTerms } from "@/lib/album/media/client/search-queries";
import type { SearchPart, SearchPartKind } from "@/lib/album/media/schema";
import { plainKey, plainWordsOf, searchAddress } from "@/lib/album/media/search-parts";

const icons = { date: CalendarDays, type: Film, person: User } as const;
const kindLabels: Record<SearchPartKind, string> = {
  date: "a date",
  type: "photos or videos",
  person: "a person",
};

/** The dates, types and people that the search recognised. Each can be turned into plain words, and back. */
export function UnderstoodParts({ terms, parts }: { terms: SearchTerms; parts: readonly SearchPart[] }) {
  const plain = plainWordsOf(terms.plain);
  const search = useCallback(
    (keys: readonly string[]) => {
      // The page follows the address; Back reverts it.
      window.history.pushState(null, "", searchAddress(terms.q, keys.join(",")));
    },
    [terms.q],
  );
  if (parts.length === 0 && plain.length === 0) return null;
  const keys = plain.map(({ kind, text }) => plainKey(kind, text));
  return (
    <ul aria-label="What the search understood" className="mb-4 flex flex-wrap items-center gap-2">
      {parts.map(({ kind, label, text, start }) => {
        const Icon = icons[kind];
        return (
          <li key={`${kind} ${start}`} className="max-w-full">
            <button
              type="button"
              aria-label={`${label}: search for “${text}” as plain words`}
              title={`Search for “${text}” as plain words`}
              onClick={() => search([...keys, plainKey(kind, text)])}
              className="flex min-h-11 max-w-full items-center gap-2 rounded-full bg-accent-soft py-1.5 pr-3 pl-3.5 font-semibold text-accent-strong hover:underline"
            >
              <Icon aria-hidden="true" className="size-4 flex-none" />
              <bdi className="min-w-0 wrap-anywhere">{label}</bdi>
              <X aria-hidden="true" className="size-4 flex-none" />
            </button>
          </li>
        );
      })}
      {plain.map(({ kind, text }, index) => (
        <li key={keys[index]} className="max-w-full">
          <button
            type="button"
            aria-label={`“${text}” as plain words: search for it as ${kindLabels[kind]} again`}
            title={`Search for it as ${kindLabels[kind]} again`}
            onClick={() => search(keys.filter((key) => key !== keys[index]))}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-dashed border-line-strong py-1.5 pr-3 pl-3.5 text-ink-soft hover:underline"
          >
            <bdi className="min-w-0 wrap-anywhere">“{text}”</bdi>
            <RotateCcw aria-hidden="true" className="size-4 flex-none" />
          </button>
        </li>
      ))}
    </ul>
  );
}
