import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useFirstYear } from "@/components/session/use-first-year";
import { DescribeDialog } from "@/components/sorter/describe-dialog";
import { MoveDialog } from "@/components/sorter/move-dialog";
import { PreviewDialog } from "@/components/sorter/preview-dialog";
import { ProgressBar, SelectionBar, UploadBar } from "@/components/sorter/review-bar";
import { ReviewList } from "@/components/sorter/review-list";
import {
  CountChips,
  MissingFilesNote,
  ProblemNote,
  ReadingNote,
  UploadSummary,
} from "@/components/sorter/review-notes";
import { sectionsOf } from "@/components/sorter/review-rows";
import { stayingFiles } from "@/components/sorter/staying-files";
import { UploadSuggestions } from "@/components/sorter/upload-suggestions";
import { useSelection } from "@/components/sorter/use-selection";
import { monthOfItem } from "@/lib/sorter/arrange";
import type { PersonBirthday } from "@/lib/sorter/client/hashtag-suggestions";
import type { SorterSession } from "@/lib/sorter/client/sorter-session";
import type { SorterState } from "@/lib/sorter/client/sorter-state";

export interface ReviewScreenProps {
  session: SorterSession;
  state: SorterState;
  birthdays: readonly PersonBirthday[];
}

type Decision = "keep" | "leave" | null;
type OpenDialog = { kind: "move" | "describe" | "look"; ids: readonly string[] };

/** The review: what was found, by month, and what was set apart. */
export function ReviewScreen({ session, state, birthdays }: ReviewScreenProps) {
  const { items, placed, upload, problem, missing, locked } = state;
  const selection = useSelection();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [goTo, setGoTo] = useState<{ key: string } | null>(null);
  const sections = useMemo(() => sectionsOf(placed), [placed]);
  // Rendering the list takes as long as everything around it, so it gets a task of its own.
  const isListed = useDeferredValue(true, false);
  const isUploading = upload?.isRunning ?? false;
  const areFilesAway = missing + locked > 0;
  const isReading = placed.waiting.length > 0 || state.opening.length > 0;
  const asideIds = useMemo(
    () =>
      new Set([
        ...placed.alike.flatMap(({ ids }) => ids),
        ...placed.blurry,
        ...placed.documents,
        ...placed.skipped,
      ]),
    [placed],
  );
  const chosen = [...selection.ids].filter((id) => items.has(id));

  function done() {
    setDialog(null);
    selection.clear();
  }

  function decide(ids: readonly string[], decision: Decision) {
    session.decide(ids, decision);
    selection.clear();
  }

  return (
    <>
      <ReadingNote state={state} />
      <MissingFilesNote state={state} onUnlock={() => void session.unlock()} />
      {problem && <ProblemNote problem={problem} onRetry={() => session.retry()} />}
      {upload && !isUploading && <UploadSummary upload={upload} placed={placed} />}
      {upload && !isUploading && upload.done > 0 && <UploadSuggestions items={items.values()} />}
      <CountChips sections={sections} placed={placed} onGoTo={(key) => setGoTo({ key })} />
      {isListed && (
        <ReviewList
          sections={sections}
          placed={placed}
          items={items}
          selection={selection}
          isBusy={isUploading}
          goTo={goTo}
          onLook={(id) => setDialog({ kind: "look", ids: [id] })}
          onDescribe={(ids) => setDialog({ kind: "describe", ids })}
          onMove={(ids) => setDialog({ kind: "move", ids })}
          onFile={(ids, month) => {
            session.moveTo(ids, month);
            selection.clear();
          }}
          onDecide={decide}
        />
      )}
      {isUploading && upload ? (
        <ProgressBar upload={upload} onCancel={() => session.cancelUpload()} />
      ) : chosen.length > 0 ? (
        <SelectionBar
          count={chosen.length}
          areAllAside={chosen.every((id) => asideIds.has(id))}
          onMove={() => setDialog({ kind: "move", ids: chosen })}
          onDescribe={() => setDialog({ kind: "describe", ids: chosen })}
          onKeep={() => decide(chosen, "keep")}
          onLeave={() => decide(chosen, "leave")}
          onLook={() => setDialog({ kind: "look", ids: chosen })}
          onClear={selection.clear}
        />
      ) : (
        <UploadBar
          count={placed.months.reduce((sum, { ids }) => sum + ids.length, 0)}
          months={placed.months.length}
          staying={stayingFiles(placed)}
          isReading={isReading}
          areFilesAway={areFilesAway}
          onUpload={() => void session.upload()}
        />
      )}
      {dialog && (
        <ReviewDialog
          dialog={dialog}
          session={session}
          items={items}
          birthdays={birthdays}
          onDone={done}
          onDecide={decide}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface ReviewDialogProps extends Pick<ReviewScreenProps, "session" | "birthdays"> {
  dialog: OpenDialog;
  items: SorterState["items"];
  /** Called once the selection has been dealt with. */
  onDone: () => void;
  onDecide: (ids: readonly string[], decision: Decision) => void;
  onClose: () => void;
}

function ReviewDialog({ dialog, session, items, birthdays, onDone, onDecide, onClose }: ReviewDialogProps) {
  const { kind, ids } = dialog;
  const fileOf = useCallback((id: string) => session.fileOf(id), [session]);
  const first = items.get(ids[0] ?? "");
  const firstYear = useFirstYear();
  if (kind === "move") {
    return (
      <MoveDialog
        count={ids.length}
        initial={first ? monthOfItem(first, { firstYear, today: new Date() }) : null}
        onMove={(month) => {
          session.moveTo(ids, month);
          onDone();
        }}
        onClose={onClose}
      />
    );
  }
  if (kind === "describe") {
    return (
      <DescribeDialog
        items={ids.flatMap((id) => items.get(id) ?? [])}
        birthdays={birthdays}
        onDescribe={(descriptions) => {
          session.describe(descriptions);
          onDone();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    first && (
      <PreviewDialog
        item={first}
        fileOf={fileOf}
        onDecide={(decision) => {
          onDecide([first.id], decision);
          onClose();
        }}
        onClose={onClose}
      />
    )
  );
}
