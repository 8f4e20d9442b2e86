import { useCallback, useRef } from "react";
import { ChosenFileRow } from "@/components/album/uploads/chosen-file-row";
import { ChosenFileTile } from "@/components/album/uploads/chosen-file-tile";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { useFirstYear } from "@/components/session/use-first-year";
import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import { canBeFiled } from "@/lib/album/uploads/fileable-month";
import type { UploadItem, UploadState, YearMonth } from "@/lib/album/uploads/upload-state";

export interface ChosenFileListProps {
  engine: UploadEngine;
  state: UploadState;
  form: UploadForm;
  /** By item id. */
  takenMonths: ReadonlyMap<string, YearMonth | null>;
}

/** Files that need a row with text: the one in progress, failed ones, and those that resume. */
const needsRow = ({ id, stage, isContinued }: UploadItem, { isRunning, currentId }: UploadState) =>
  stage === "failed" || isContinued || (isRunning && id === currentId);

/** The files to upload as thumbnails; the one in progress with its progress bar, and failed ones with their reason. */
export function ChosenFileList({ engine, state, form, takenMonths }: ChosenFileListProps) {
  const list = useRef<HTMLUListElement>(null);
  const firstYear = useFirstYear();
  const remove = useCallback(
    (id: string) => {
      const index = engine.state().items.findIndex((item) => item.id === id);
      engine.remove(id);
      // Focus moves to the neighbour, not to the start of the page.
      requestAnimationFrame(() => {
        const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-remove]");
        (buttons?.[Math.min(index, buttons.length - 1)] ?? list.current)?.focus();
      });
    },
    [engine],
  );
  const followDate = useCallback(
    (id: string, followsDate: boolean) => engine.followDate(id, followsDate),
    [engine],
  );
  if (state.items.length === 0) return null;

  function shownMonth({ id }: UploadItem): YearMonth | null {
    const taken = form.isByDate ? takenMonths.get(id) : null;
    if (!taken || !canBeFiled(taken, { firstYear, today: new Date() })) return null;
    return taken.year === form.year && taken.month === form.month ? null : taken;
  }

  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Selected files"
      className="grid max-h-[max(14rem,44dvh)] grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2 overflow-y-auto overscroll-auto"
    >
      {state.items.map((item) =>
        needsRow(item, state) ? (
          <ChosenFileRow
            key={item.id}
            item={item}
            isUnderWay={item.id === state.currentId && item.stage !== "failed"}
            onRemove={remove}
          />
        ) : (
          <ChosenFileTile
            key={item.id}
            item={item}
            isRunning={state.isRunning}
            takenMonth={shownMonth(item)}
            onRemove={remove}
            onFollowDate={followDate}
          />
        ),
      )}
    </ul>
  );
}
