import { X } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { FilePreview } from "@/components/uploads/file-preview";
import { isChunked, sizeLabel } from "@/lib/features/uploads/file-rules";
import { statusLine } from "@/lib/features/uploads/upload-progress";
import type { UploadItem } from "@/lib/features/uploads/upload-state";
import { monthName } from "@/lib/shared/months";

export interface ChosenFileRowProps {
  item: UploadItem;
  isRunning: boolean;
  isCurrent: boolean;
  /** Found to be in the album already; the card says so. */
  isDuplicate: boolean;
  onRemove: () => void;
  onUnfile: () => void;
}

const ownMonthWords = ({ ownMonth }: UploadItem) =>
  ownMonth ? `${monthName(ownMonth.month)} ${ownMonth.year}` : "";

function ProgressLine({ item }: { item: UploadItem }) {
  return (
    <div className="mt-1.5">
      <Progress percent={item.percent} label={`Upload of ${item.file.name}`} />
      <p className="mt-1 flex justify-between gap-3 text-step--1 text-ink-soft">
        {item.stage === "lost" ? (
          <span className="font-semibold text-ink">
            Connection lost. {isChunked(item) ? "It goes on where it stopped" : "It is sent again"} once the
            network is back.
          </span>
        ) : (
          <span>{statusLine(item.stage, item.percent)}</span>
        )}
        <span className="tabular-nums">{Math.round(item.percent)}%</span>
      </p>
    </div>
  );
}

export function ChosenFileRow(props: ChosenFileRowProps) {
  const { item, isRunning, isCurrent, isDuplicate, onRemove, onUnfile } = props;
  const { file, stage, error } = item;
  const isUnderWay = isCurrent && stage !== "failed";
  const isWaiting = isRunning && !isCurrent && stage === "preparing";
  return (
    <li className="flex items-center gap-3.5 py-3">
      <FilePreview file={file} mediaType={item.mediaType} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={file.name}>
          {file.name}
        </p>
        {isUnderWay && !isDuplicate ? (
          <ProgressLine item={item} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-step--1 text-ink-soft">
            {isDuplicate && <span>Already in your album</span>}
            {isWaiting && <span>{statusLine(stage, item.percent)}</span>}
            <span>{sizeLabel(file.size)}</span>
            {item.isContinued && <Badge tone="leaf">Goes on where it stopped</Badge>}
            {item.ownMonth && (
              <Badge tone="honey">
                {ownMonthWords(item)}
                {!isRunning && !item.isContinued && (
                  <button
                    type="button"
                    onClick={onUnfile}
                    aria-label={`File ${file.name} under the chosen month instead of ${ownMonthWords(item)}`}
                    className="relative -mr-1 grid size-5 place-items-center rounded-full after:absolute after:-inset-2 hover:bg-ink/10"
                  >
                    <X aria-hidden="true" className="size-3.5" />
                  </button>
                )}
              </Badge>
            )}
          </p>
        )}
        {error && (
          <p role="alert" className="mt-1 text-step--1 font-semibold text-danger wrap-anywhere">
            {error}
          </p>
        )}
      </div>
      {!isUnderWay && (
        <Button data-remove variant="ghost" size="icon" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
