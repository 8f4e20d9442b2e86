import { X } from "lucide-react";
import { FileThumbnail } from "@/components/album/uploads/file-thumbnail";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { isChunked, sizeLabel } from "@/lib/album/uploads/file-rules";
import { statusLine } from "@/lib/album/uploads/upload-progress";
import type { UploadItem } from "@/lib/album/uploads/upload-state";
import { formatMonth } from "@/lib/shared/months";

export interface ChosenFileRowProps {
  item: UploadItem;
  isUnderWay: boolean;
  onRemove: (id: string) => void;
}

function ProgressLine({ item }: { item: UploadItem }) {
  return (
    <div className="mt-1.5">
      <Progress percent={item.percent} label={`Upload of ${item.file.name}`} />
      <p className="mt-1 flex justify-between gap-3 text-step--1 text-ink-soft">
        {item.stage === "lost" ? (
          <span className="font-semibold text-ink">
            Connection lost. {isChunked(item) ? "It continues where it stopped" : "It will be sent again"}{" "}
            once the network is back.
          </span>
        ) : (
          <span>{statusLine(item.stage, item.percent)}</span>
        )}
        <span className="tabular-nums">{Math.round(item.percent)}%</span>
      </p>
    </div>
  );
}

/** A file with more to say than a thumbnail can show: it takes the full width of the list. */
export function ChosenFileRow({ item, isUnderWay, onRemove }: ChosenFileRowProps) {
  const { id, file, mediaType, error, ownMonth } = item;
  return (
    <li
      data-file={file.name}
      className="col-span-full flex items-center gap-3.5 rounded-2xl border border-line px-3 py-2.5"
    >
      <FileThumbnail file={file} mediaType={mediaType} className="size-14 flex-none rounded-2xl" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={file.name}>
          {file.name}
        </p>
        {isUnderWay ? (
          <ProgressLine item={item} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-step--1 text-ink-soft">
            <span>{sizeLabel(file.size)}</span>
            {item.isContinued && <Badge tone="leaf">Continues where it stopped</Badge>}
            {ownMonth && <Badge tone="honey">{formatMonth(ownMonth)}</Badge>}
          </p>
        )}
        {error && (
          <p role="alert" className="mt-1 text-step--1 font-semibold text-danger wrap-anywhere">
            {error}
          </p>
        )}
      </div>
      {!isUnderWay && (
        <Button
          data-remove
          variant="ghost"
          size="icon"
          aria-label={`Remove ${file.name}`}
          onClick={() => onRemove(id)}
        >
          <X aria-hidden="true" />
        </Button>
      )}
    </li>
  );
}
