import { ArrowRightLeft, Eye, MessageSquareText, Undo2, Upload, X } from "lucide-react";
import type { ReactNode } from "react";
import { describeStaying, type StayingFiles } from "@/components/sorter/staying-files";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { counted } from "@/lib/shared/counted";
import type { UploadProgress } from "@/lib/sorter/client/sorter-state";

/** The bar within a thumb's reach: the upload, or the actions on the selection. */
export function ReviewBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-bar)+10px)] z-20 mx-auto flex w-[min(760px,calc(100vw-20px))] flex-wrap items-center justify-center gap-2 rounded-3xl border border-line bg-card/95 p-2.5 shadow-2 backdrop-blur-lg max-md:bottom-[calc(max(10px,env(safe-area-inset-bottom))+68px)] md:gap-3 md:px-4"
    >
      {children}
    </section>
  );
}

export interface SelectionBarProps {
  count: number;
  /** All selected files are set apart or left out. */
  areAllAside: boolean;
  onMove: () => void;
  onDescribe: () => void;
  onKeep: () => void;
  onLeave: () => void;
  onLook: () => void;
  onClear: () => void;
}

export function SelectionBar(props: SelectionBarProps) {
  const { count, areAllAside } = props;
  return (
    <ReviewBar label="Selected items">
      <p role="status" className="mr-auto pl-2 font-semibold max-md:w-full">
        {counted(count, "item")} selected
      </p>
      {areAllAside && (
        <Button className="max-md:flex-1" onClick={props.onKeep}>
          <Undo2 aria-hidden="true" />
          Keep
        </Button>
      )}
      <Button
        variant={areAllAside ? "secondary" : "primary"}
        className="max-md:flex-1"
        onClick={props.onMove}
      >
        <ArrowRightLeft aria-hidden="true" />
        Move
      </Button>
      {!areAllAside && (
        <Button variant="secondary" className="max-md:flex-1" onClick={props.onDescribe}>
          <MessageSquareText aria-hidden="true" />
          Describe
        </Button>
      )}
      {count === 1 && (
        <Button variant="secondary" size="icon" aria-label="View" onClick={props.onLook}>
          <Eye aria-hidden="true" />
        </Button>
      )}
      {!areAllAside && (
        <Button variant="secondary" className="max-md:flex-1" onClick={props.onLeave}>
          Leave out
        </Button>
      )}
      <Button variant="ghost" size="icon" aria-label="Clear selection" onClick={props.onClear}>
        <X aria-hidden="true" />
      </Button>
    </ReviewBar>
  );
}

export interface UploadBarProps {
  count: number;
  months: number;
  /** The files that stay on the device, with the number of each kind. */
  staying: readonly StayingFiles[];
  isReading: boolean;
  /** A saved review's files must be made available first. */
  areFilesAway: boolean;
  onUpload: () => void;
}

/** The upload and, right beside it, what is not uploaded: nothing is left behind unnoticed. */
export function UploadBar({ count, months, staying, isReading, areFilesAway, onUpload }: UploadBarProps) {
  const behind = staying.reduce((sum, kind) => sum + kind.count, 0);
  const waitsFor = areFilesAway
    ? "Some files need to be opened again first."
    : isReading
      ? "Still going through your files."
      : behind > 0
        ? `Not uploaded: ${describeStaying(staying)}.`
        : count > 0
          ? `Everything goes to its month, ${counted(months, "month")} in all.`
          : "There is nothing to upload.";
  return (
    <ReviewBar label="Upload">
      <p className="mr-auto pl-2 text-step--1 text-ink-soft max-md:w-full">{waitsFor}</p>
      <Button
        className="max-md:w-full"
        disabled={count === 0 || isReading || areFilesAway}
        onClick={onUpload}
      >
        <Upload aria-hidden="true" />
        {`Upload${count > 0 ? ` ${count}` : ""}${behind > 0 ? ` · skip ${behind}` : ""}`}
      </Button>
    </ReviewBar>
  );
}

export function ProgressBar({ upload, onCancel }: { upload: UploadProgress; onCancel: () => void }) {
  const { total, done, failed, alreadyInAlbum } = upload;
  const ended = done + failed + alreadyInAlbum;
  return (
    <ReviewBar label="Upload">
      <div className="min-w-0 flex-1 pl-2">
        <p role="status" className="font-semibold">
          Uploading {Math.min(ended + 1, total)} of {total}
        </p>
        <Progress
          percent={(ended / Math.max(1, total)) * 100}
          label="Progress of the upload"
          className="mt-1.5"
        />
      </div>
      <Button variant="secondary" onClick={onCancel}>
        Cancel Upload
      </Button>
    </ReviewBar>
  );
}
