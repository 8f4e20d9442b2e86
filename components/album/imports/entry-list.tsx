import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { entriesOptions } from "@/lib/album/imports/client/queries";
import { entryReasonTexts } from "@/lib/album/imports/import-text";
import type { EntryState, ImportDto } from "@/lib/album/imports/schema";

/** The first skipped or damaged files, with the reasons. */
export function EntryList({ value }: { value: ImportDto }) {
  return (
    <>
      {value.failedCount > 0 && <Entries id={value.id} state="failed" title="Damaged files" />}
      {value.leftCount > 0 && <Entries id={value.id} state="left" title="Files that were left out" />}
    </>
  );
}

function Entries({ id, state, title }: { id: string; state: EntryState; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({ ...entriesOptions(id, state), enabled: isOpen });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{title}</summary>
      <ul className="grid gap-1 text-step--1">
        {data?.items.map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            {entry.path}
            {entry.reason && <span className="text-ink-soft">: {entryReasonTexts[entry.reason]}</span>}
          </li>
        ))}
        {data?.nextCursor && <li className="text-ink-soft">and more</li>}
      </ul>
    </details>
  );
}
