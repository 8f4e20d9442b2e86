import Link from "next/link";
import type { AsideKind, Section } from "@/components/sorter/review-rows";
import { describeStaying, stayingFiles } from "@/components/sorter/staying-files";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/class-names";
import { Progress } from "@/components/ui/progress";
import { counted, numberText } from "@/lib/shared/counted";
import type { Arrangement } from "@/lib/sorter/arrange";
import type { SorterState, UploadProgress } from "@/lib/sorter/client/sorter-state";

/** The reading progress; announced to screen readers only when it begins and ends. */
export function ReadingNote({ state }: { state: SorterState }) {
  const { placed, items, opening, missing, locked } = state;
  const waiting = placed.waiting.length - Math.min(placed.waiting.length, missing + locked);
  const isReading = waiting > 0 || opening.length > 0;
  const looked = items.size - placed.waiting.length;
  return (
    <>
      <p role="status" className="sr-only">
        {isReading ? "Going through your files" : `${counted(items.size, "file")} sorted`}
      </p>
      {isReading && (
        <div className="grid gap-2 rounded-2xl bg-sunk px-4 py-3.5">
          <p aria-hidden="true" className="font-semibold">
            {opening.length > 0
              ? `Opening ${opening.join(", ")}`
              : `Going through your files: ${looked} of ${items.size}`}
          </p>
          <Progress percent={items.size === 0 ? 0 : (looked / items.size) * 100} label="Files checked" />
        </div>
      )}
    </>
  );
}

/** A saved review whose files the browser can't access at the moment. */
export function MissingFilesNote({ state, onUnlock }: { state: SorterState; onUnlock: () => void }) {
  const { missing, locked } = state;
  if (missing === 0 && locked === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-honey-soft px-4 py-3.5">
      <div className="min-w-0">
        <p className="font-semibold">Your review is just as you left it.</p>
        <p className="text-step--1">
          {locked > 0
            ? `Your browser needs your permission to open ${counted(locked, "file")} again.`
            : `${counted(missing, "file")} could not be saved in this browser. Choose the same files or folder again, and they'll go back where they were.`}
        </p>
      </div>
      {locked > 0 && <Button onClick={onUnlock}>Open again</Button>}
    </div>
  );
}

export function ProblemNote({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-honey-soft px-4 py-3.5"
    >
      <p>
        <span className="font-semibold">We couldn't check what is already in the album.</span> {problem}{" "}
        Nothing is lost.
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

const shortTexts: Record<AsideKind, (count: number) => string> = {
  alike: (count) => (count === 1 ? "similar photo" : "similar photos"),
  blurry: () => "blurry or dark",
  documents: (count) => (count === 1 ? "screenshot or document" : "screenshots or documents"),
  alreadyInAlbum: () => "already there",
  duplicates: (count) => (count === 1 ? "duplicate" : "duplicates"),
  skipped: () => "left out",
  rejected: () => "can't be uploaded",
  uploaded: () => "uploaded",
};

/** The number of items in each section; pressing one goes there. */
export function CountChips({
  sections,
  placed,
  onGoTo,
}: {
  sections: readonly Section[];
  placed: Arrangement;
  onGoTo: (key: string) => void;
}) {
  const toUpload = placed.months.reduce((sum, { ids }) => sum + ids.length, 0);
  const uncertain = placed.uncertain.reduce((sum, { ids }) => sum + ids.length, 0);
  const chips = [
    {
      key: sections.find(({ kind }) => kind === "month")?.key,
      count: toUpload,
      label: `in ${counted(placed.months.length, "month")}`,
    },
    {
      key: sections.find(({ kind }) => kind === "uncertain")?.key,
      count: uncertain,
      label: "without a month",
    },
    ...sections.flatMap((section) =>
      section.kind === "month" || section.kind === "uncertain"
        ? []
        : [
            {
              key: section.key,
              count: section.ids.length,
              label: shortTexts[section.kind](section.ids.length),
            },
          ],
    ),
  ];
  return (
    <ul aria-label="What was found" className="flex flex-wrap gap-2">
      {chips.map(
        ({ key, count, label }, index) =>
          key &&
          count > 0 && (
            <li key={key}>
              <button
                type="button"
                onClick={() => onGoTo(key)}
                className={cn(
                  "inline-flex min-h-11 items-center gap-1.5 rounded-pill px-4",
                  index === 0
                    ? "bg-accent-soft text-accent-strong"
                    : index === 1
                      ? "bg-honey-soft"
                      : "bg-sunk",
                )}
              >
                <span className="font-semibold">{numberText(count)}</span> {label}
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

/** The upload's outcome. */
export function UploadSummary({ upload, placed }: { upload: UploadProgress; placed: Arrangement }) {
  const { done, total, failed, alreadyInAlbum, stopped } = upload;
  const behind = stayingFiles(placed);
  const title = stopped
    ? "Upload cancelled"
    : failed > 0
      ? done > 0
        ? "Some uploads failed"
        : "Upload process failed"
      : "Upload complete";
  return (
    <Card aria-label={title} className="grid gap-2">
      <h2>{title}</h2>
      <p role="status">
        Successfully uploaded {done} of {total} files.
        {alreadyInAlbum > 0 && ` ${counted(alreadyInAlbum, "file")} had already been added to the album.`}
        {failed > 0 &&
          ` ${counted(failed, "file")} failed: they are marked in their months, and you can try again.`}
        {stopped && ` ${stopped}. What hasn't been uploaded is still in the review.`}
      </p>
      {behind.length > 0 && <p className="text-ink-soft">Still here: {describeStaying(behind)}.</p>}
      {done > 0 && (
        <div className="mt-2 flex flex-wrap gap-3">
          <Link href="/recent-uploads" className={buttonClasses({ variant: "secondary" })}>
            See them in the album
          </Link>
        </div>
      )}
    </Card>
  );
}
