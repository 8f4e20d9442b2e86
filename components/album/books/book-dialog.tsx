"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { FormAlert } from "@/components/ui/form-alert";
import { FormDialog } from "@/components/ui/form-dialog";
import { FormField } from "@/components/ui/form-field";
import { RadioCard } from "@/components/ui/radio-card";
import { Select } from "@/components/ui/select";
import { kindNames } from "@/lib/album/books/book-text";
import { booksKey, createBook } from "@/lib/album/books/client/queries";
import { formatNames, formatsOf } from "@/lib/album/books/layouts";
import { type BookFormat, type BookKind, bookKinds } from "@/lib/album/books/limits";
import type { BookDto, BookSource } from "@/lib/album/books/schema";
import type { ShowChoices } from "@/lib/album/screens/show-choices";
import { formatMonth } from "@/lib/shared/months";
import { randomKey } from "@/lib/shared/random-key";

export interface BookDialogProps {
  choices: ShowChoices;
  thisYear: number;
  onClose: () => void;
  onMade: (book: BookDto) => void;
}

const hints: Record<BookKind, string> = {
  book: "A year, an album or a person, on as many pages as it takes.",
  calendar: "Twelve months with your photos and the family's birthdays.",
};

interface SourceGroup {
  label: string;
  sources: { name: string; source: BookSource }[];
}

function bookSources({ months, albums, people }: ShowChoices): SourceGroup[] {
  const years = [...new Set(months.map(({ year }) => year))];
  const groups = [
    { label: "Years", sources: years.map((year) => ({ name: String(year), source: { year } })) },
    { label: "Albums", sources: albums.map(({ id, name }) => ({ name, source: { albumId: id } })) },
    { label: "People", sources: people.map(({ id, name }) => ({ name, source: { memberId: id } })) },
    {
      label: "Months",
      sources: months
        .filter(({ month }) => month > 0)
        .map(({ year, month }) => ({ name: formatMonth({ year, month }), source: { year, month } })),
    },
  ];
  return groups.filter(({ sources }) => sources.length > 0);
}

/** Calendars can be made for this year or the next. */
const calendarSources = (thisYear: number): SourceGroup[] => [
  {
    label: "Years",
    sources: [thisYear + 1, thisYear].map((year) => ({ name: String(year), source: { year } })),
  },
];

/** Asks for a book's or calendar's subject; the server chooses its photos. */
export function BookDialog({ choices, thisYear, onClose, onMade }: BookDialogProps) {
  const client = useQueryClient();
  const [kind, setKind] = useState<BookKind>("book");
  const [chosen, setChosen] = useState(0);
  const [wanted, setFormat] = useState<BookFormat | null>(null);
  const groups = kind === "book" ? bookSources(choices) : calendarSources(thisYear);
  const sources = groups.flatMap((group) => group.sources);
  const formats = formatsOf(kind);
  const usual = kind === "book" ? "square" : "a4";
  const format = wanted && formats.includes(wanted) ? wanted : usual;
  const making = useRef({ typed: "", key: "" });
  const { run, isBusy, error } = useAction(async () => {
    const source = sources[chosen]?.source;
    if (!source) return;
    const input = { kind, format, source };
    const typed = JSON.stringify(input);
    if (making.current.typed !== typed) making.current = { typed, key: randomKey() };
    const book = await createBook(input, making.current.key);
    void client.invalidateQueries({ queryKey: booksKey, exact: true });
    onMade(book);
  });
  let place = 0;
  return (
    <FormDialog
      title="New book or calendar"
      submitLabel="Choose the photos"
      busyLabel="Choosing photos..."
      isBusy={isBusy}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <FormAlert message={error} />
      <fieldset>
        <legend className="sr-only">What</legend>
        <div className="grid gap-2.5 sm:grid-cols-2">
          {bookKinds.map((value) => (
            <RadioCard
              key={value}
              name="kind"
              value={value}
              isChecked={kind === value}
              onChoose={() => {
                setKind(value);
                setChosen(0);
              }}
            >
              <span className="min-w-0">
                <span className="block font-semibold">{kindNames[value]}</span>
                <span className="block text-step--1 text-ink-soft">{hints[value]}</span>
              </span>
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <FormField
        label={kind === "book" ? "About" : "Year"}
        hint={sources.length === 0 ? "Add some photos to the album first." : undefined}
      >
        {(control) => (
          <Select {...control} value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
            {groups.map(({ label, sources: ofGroup }) => (
              <optgroup key={label} label={label}>
                {ofGroup.map(({ name }) => {
                  const value = place++;
                  return (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  );
                })}
              </optgroup>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label="Format" hint="You can change it later.">
        {(control) => (
          <Select
            {...control}
            value={format}
            onChange={({ target }) => setFormat(target.value as BookFormat)}
          >
            {formats.map((one) => (
              <option key={one} value={one}>
                {formatNames[one]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </FormDialog>
  );
}
