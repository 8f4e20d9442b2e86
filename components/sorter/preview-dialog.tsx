import { useEffect, useState } from "react";
import { useUploadLimits } from "@/components/album/uploads/use-upload-limits";
import { previewAddress } from "@/components/sorter/preview-address";
import { describeDate, refusalTexts } from "@/components/sorter/sorter-text";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { limitLabel, sizeLabel } from "@/lib/album/uploads/file-rules";
import { formatMonth } from "@/lib/shared/months";
import type { ReviewItem } from "@/lib/sorter/review-item";

export interface PreviewDialogProps {
  item: ReviewItem;
  /** The file itself, if it is available immediately. */
  fileOf: (id: string) => File | null;
  onDecide: (decision: "keep" | "leave" | null) => void;
  onClose: () => void;
}

function TooLarge() {
  const limits = useUploadLimits();
  return `Too large: photos can be up to ${limitLabel("image", limits)}, videos up to ${limitLabel("video", limits)}.`;
}

/** A large view of one file, with the known details. */
export function PreviewDialog({ item, fileOf, onDecide, onClose }: PreviewDialogProps) {
  const [url, setUrl] = useState<string | null>(null);
  const { id, kind, facts, refusal, known } = item;
  useEffect(() => {
    const file = refusal ? null : fileOf(id);
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [id, refusal, fileOf]);
  const shown = url ?? (facts?.preview ? previewAddress(facts.preview) : null);
  const details: [string, string][] = [
    ["When", describeDate(item)],
    ...(item.placeName ? ([["Near", item.placeName]] as [string, string][]) : []),
    ...(facts?.width && facts.height
      ? ([["Size", `${facts.width} × ${facts.height}, ${sizeLabel(item.bytes)}`]] as [string, string][])
      : ([["Size", sizeLabel(item.bytes)]] as [string, string][])),
    ...(known ? ([["In the album", formatMonth(known)]] as [string, string][]) : []),
    ...(item.description ? ([["Description", item.description]] as [string, string][]) : []),
  ];
  const mayDecide = !refusal && !known && item.outcome?.state !== "uploaded";
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={<span className="text-step-1 break-all">{item.name}</span>}
        className="md:w-[min(820px,calc(100vw-48px))]"
        footer={
          mayDecide ? (
            <>
              <Button
                variant="secondary"
                onClick={() => onDecide(item.decision === "leave" ? null : "leave")}
              >
                {item.decision === "leave" ? "Bring back" : "Leave out"}
              </Button>
              <Button onClick={() => onDecide("keep")}>Keep</Button>
            </>
          ) : (
            <DialogClose className={buttonClasses({ variant: "secondary" })}>Close</DialogClose>
          )
        }
      >
        {refusal && (
          <p className="rounded-2xl bg-honey-soft px-4 py-3 font-semibold">
            {refusal === "size" ? <TooLarge /> : `${refusalTexts[refusal]}.`}
          </p>
        )}
        {item.outcome?.state === "failed" && (
          <p className="mb-3 rounded-2xl bg-honey-soft px-4 py-3 font-semibold">{item.outcome.error}</p>
        )}
        {kind === "video" && url ? (
          // biome-ignore lint/a11y/useMediaCaption: a family's own clip has no captions
          <video src={url} controls playsInline className="max-h-[52dvh] w-full rounded-2xl bg-black" />
        ) : (
          shown && <img src={shown} alt="" className="mx-auto max-h-[52dvh] rounded-2xl object-contain" />
        )}
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {details.map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-ink-soft">{term}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
