import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { entriesOptions } from "@/lib/album/imports/client/queries";
import { entryReasonTexts } from "@/lib/album/imports/import-text";
import type { EntryState, ImportDto } from "@/lib/album/imports/schema";

/** The skipped and damaged files, with the reasons. */
export function EntryList({ value }: { value: ImportDto }) {
  return (
    <>
      {value.failedCount > 0 && <Entries id={value.id} state="failed" title="Damaged files" />}
      {value.leftCount > 0 && <Entries id={value.id} state="left" title="Skipped files" />}
    </>
  );
}

function Entries({ id, state, title }: { id: string; state: EntryState; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useInfiniteQuery({ ...entriesOptions(id, state), enabled: isOpen });
  const { data, isError, isFetching, hasNextPage } = query;
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <ul className="grid gap-1 text-step--1">
        {entries.map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            {entry.path}
            {entry.reason && <span className="text-ink-soft">: {entryReasonTexts[entry.reason]}</span>}
          </li>
        ))}
      </ul>
      {isError && <p className="mt-2 text-step--1">The files could not be loaded.</p>}
      {(isError || hasNextPage) && (
        <Button
          className="mt-2"
          variant="secondary"
          size="small"
          isBusy={isFetching}
          onClick={() => void (data ? query.fetchNextPage() : query.refetch())}
        >
          {isError ? "Try again" : "Show more"}
        </Button>
      )}
    </details>
  );
}
