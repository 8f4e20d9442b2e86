import { X } from "lucide-react";
import { memo } from "react";
import { FileThumbnail } from "@/components/album/uploads/file-thumbnail";
import { cn } from "@/components/ui/class-names";
import { sizeLabel } from "@/lib/album/uploads/file-rules";
import { statusLine } from "@/lib/album/uploads/upload-progress";
import type { UploadItem, YearMonth } from "@/lib/album/uploads/upload-state";
import { formatMonth, shortMonthName } from "@/lib/shared/months";

export interface ChosenFileTileProps {
  item: UploadItem;
  isRunning: boolean;
  /** The month it was taken in, if that differs from the form's and the form asks for it. */
  takenMonth: YearMonth | null;
  onRemove: (id: string) => void;
  onFollowDate: (id: string, followsDate: boolean) => void;
}

function MonthToggle({
  item,
  takenMonth,
  onFollowDate,
}: Omit<ChosenFileTileProps, "isRunning" | "onRemove">) {
  if (!takenMonth) return null;
  const { year, month } = takenMonth;
  return (
    <button
      type="button"
      aria-pressed={item.followsDate}
      aria-label={`Put ${item.file.name} in ${formatMonth({ year, month })}`}
      onClick={() => onFollowDate(item.id, !item.followsDate)}
      className="flex min-h-11 w-full items-center justify-center"
    >
      <span
        className={cn(
          "rounded-pill px-2.5 py-0.5 text-step--1 font-semibold",
          item.followsDate ? "bg-honey-soft text-ink" : "bg-sunk text-ink-soft line-through",
        )}
      >
        {shortMonthName(month)} {year}
      </span>
    </button>
  );
}

/** A chosen file as a thumbnail; its name is for screen readers, and visible if there is no picture. */
export const ChosenFileTile = memo(function ChosenFileTile(props: ChosenFileTileProps) {
  const { item, isRunning, onRemove } = props;
  const { id, file, mediaType, stage } = item;
  const isWaiting = isRunning && stage === "preparing";
  return (
    <li data-file={file.name} className="min-w-0">
      <div className="relative" title={`${file.name}, ${sizeLabel(file.size)}`}>
        <FileThumbnail
          file={file}
          mediaType={mediaType}
          isNamed
          className={cn("aspect-square w-full rounded-2xl", isWaiting && "opacity-55")}
        />
        {isWaiting && <span className="sr-only">{statusLine(stage, item.percent)}</span>}
        <button
          type="button"
          data-remove
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(id)}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-2xl"
        >
          <span className="grid size-7 place-items-center rounded-full bg-black/55 text-white">
            <X aria-hidden="true" className="size-4" />
          </span>
        </button>
      </div>
      {!isRunning && <MonthToggle {...props} />}
    </li>
  );
});
