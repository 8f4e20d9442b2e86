import { useState } from "react";
import { ArchiveDrop } from "@/components/album/imports/archive-drop";
import { DryRun } from "@/components/album/imports/dry-run";
import { EntryList } from "@/components/album/imports/entry-list";
import { SimilarCopies } from "@/components/album/imports/similar-copies";
import { useAction } from "@/components/forms/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { LocalDate } from "@/components/ui/local-date";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { actOnImport, deleteImport, isWorking } from "@/lib/album/imports/client/queries";
import {
  describeOutcome,
  describeTimeLeft,
  kindTexts,
  reasonTexts,
  stateTexts,
} from "@/lib/album/imports/import-text";
import type { ImportAction, ImportDto } from "@/lib/album/imports/schema";
import { numberText } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

export interface ImportCardProps {
  value: ImportDto;
  familyId: string;
  canAddPeople: boolean;
  /** null if it was deleted. */
  onChange: (changed: ImportDto | null) => void;
}

const tones = { done: "leaf", failed: "accent", paused: "honey" } as const;
const toneOf = (state: ImportDto["state"]) => (state in tones ? tones[state as keyof typeof tones] : "quiet");

/** A folder whose files stay where they are. */
const isWatched = ({ isInPlace, state }: ImportDto) => isInPlace && state === "done";

/** One import: its progress, and the actions available now. */
export function ImportCard({ value, familyId, canAddPeople, onChange }: ImportCardProps) {
  const { id, state, folder, address, report, startedBy, isOwn, createdAt } = value;
  const heading = `import-${id}`;
  return (
    <Card aria-labelledby={heading}>
      <CardHeader
        id={heading}
        title={folder ?? address ?? (state === "uploading" ? "Import" : kindTexts[report.kind])}
        action={<Badge tone={toneOf(state)}>{isWatched(value) ? "Watching" : stateTexts[state]}</Badge>}
      />
      <p className="mb-3 text-step--1 text-ink-soft">
        Begun <LocalDate iso={createdAt} isRelative />
        {!isOwn && startedBy && ` by ${startedBy.name}`}
      </p>
      <div aria-live="polite">
        <Progressing value={value} />
      </div>
      {isWatched(value) && value.lookedAt && (
        <p className="mb-3 text-step--1 text-ink-soft">
          The files stay in their folder. Last looked at <RelativeTime iso={value.lookedAt} />.
        </p>
      )}
      {value.reason && <p className="mb-3">{reasonTexts[value.reason]}</p>}
      {state === "uploading" && isOwn && <ArchiveDrop key={id} value={value} onChange={onChange} />}
      {state === "ready" && (
        <DryRun value={value} familyId={familyId} canAddPeople={canAddPeople} onChange={onChange} />
      )}
      {["done", "paused", "undone", "running"].includes(state) && <EntryList value={value} />}
      {state === "done" && value.addedCount > 0 && <SimilarCopies importId={id} />}
      <Actions value={value} onChange={onChange} />
    </Card>
  );
}

function Progressing({ value }: { value: ImportDto }) {
  const { state, totalBytes, doneBytes, doneCount, totalCount, bytesPerSecond } = value;
  if (state === "reading" || state === "undoing") return <p className="mb-3">This can take a few minutes.</p>;
  if (!["running", "paused", "done", "undone"].includes(state)) return null;
  const percent = totalBytes === 0 ? 100 : (doneBytes / totalBytes) * 100;
  const facts = [
    `${numberText(doneCount)} of ${numberText(totalCount)} files`,
    ...(bytesPerSecond ? [`${megabytes(bytesPerSecond)} a second`] : []),
    describeTimeLeft(value) ?? [],
  ].flat();
  return (
    <div className="mb-3">
      {state !== "done" && state !== "undone" && <Progress percent={percent} label="Import" />}
      <p className="mt-1.5">
        {state === "undone" ? "What it added is in the trash for 30 days." : describeOutcome(value)}
      </p>
      {state === "running" && <p className="text-step--1 text-ink-soft">{facts.join(", ")}</p>}
    </div>
  );
}

const buttons: Partial<Record<ImportDto["state"], { action: ImportAction; label: string }>> = {
  running: { action: "pause", label: "Pause" },
  paused: { action: "resume", label: "Continue" },
};

/** The question asked before something is undone or deleted. */
function questionOf(asked: "undo" | "delete", { hasAdded, isKept }: { hasAdded: boolean; isKept: boolean }) {
  if (asked === "undo") {
    return {
      title: "Undo this import?",
      description:
        "Everything that it added goes to the trash, where you can restore it for 30 days. What was in the album before stays.",
      confirmLabel: "Undo import",
    };
  }
  if (isKept) {
    return {
      title: "Stop watching this folder?",
      description:
        "What it added stays in the album as long as the files stay where they are: files that are moved later won't be found again.",
      confirmLabel: "Stop watching",
    };
  }
  return {
    title: "Remove this import?",
    description: hasAdded
      ? "What it added stays in the album, and you can't undo it as a whole any more."
      : "The archives you sent are deleted from the server. Nothing was added to the album.",
    confirmLabel: "Remove",
  };
}

function Actions({ value, onChange }: Pick<ImportCardProps, "value" | "onChange">) {
  const { id, state } = value;
  const [asks, setAsks] = useState<"undo" | "delete" | null>(null);
  const { run, isBusy, error } = useAction(async (wanted: ImportAction | "delete") => {
    if (wanted === "delete") await deleteImport(id);
    onChange(wanted === "delete" ? null : await actOnImport(id, wanted));
    setAsks(null);
  });
  const button = value.reason === "not_member" ? undefined : buttons[state];
  const canUndo = state === "done" || state === "paused";
  const hasAdded = state === "done" || state === "undone" || state === "paused";
  const isKept = isWatched(value);
  return (
    <>
      <FormAlert message={error} />
      <div className="mt-3 flex flex-wrap gap-2">
        {button && (
          <Button variant="secondary" onClick={() => void run(button.action)} isBusy={isBusy}>
            {button.label}
          </Button>
        )}
        {isKept && (
          <Button variant="secondary" onClick={() => void run("look")} isBusy={isBusy}>
            Look for new files
          </Button>
        )}
        {canUndo && (
          <Button variant="secondary" onClick={() => setAsks("undo")}>
            Undo
          </Button>
        )}
        {!isWorking(value) && (
          <Button variant="ghost" onClick={() => setAsks("delete")}>
            {isKept ? "Stop watching" : hasAdded ? "Remove from this list" : "Delete"}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={(open) => !open && setAsks(null)}
        {...questionOf(asks ?? "delete", { hasAdded, isKept })}
        isBusy={isBusy}
        onConfirm={() => void run(asks ?? "delete")}
      />
    </>
  );
}
