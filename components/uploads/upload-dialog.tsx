import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { ChosenFileList } from "@/components/uploads/chosen-file-list";
import { DescriptionEditor } from "@/components/uploads/description-editor";
import { DuplicateCard } from "@/components/uploads/duplicate-card";
import { FileDropZone } from "@/components/uploads/file-drop-zone";
import { MonthFields } from "@/components/uploads/month-fields";
import { SelectionNotices } from "@/components/uploads/selection-notices";
import { SorterLink } from "@/components/uploads/sorter-link";
import { TakenMonthSwitch } from "@/components/uploads/taken-month-switch";
import { UnfinishedUploads } from "@/components/uploads/unfinished-uploads";
import { UploadAnnouncer } from "@/components/uploads/upload-announcer";
import {
  takeOfferedFiles,
  uploadDialogOpener,
  useUploadDialogState,
} from "@/components/uploads/upload-dialog-controller";
import { useTakenMonths } from "@/components/uploads/use-taken-months";
import type { UploadForm } from "@/components/uploads/use-upload-form";
import { type FileFilter, limitLabel, type SortedFiles, sortFiles } from "@/lib/features/uploads/file-rules";
import { readUploadLimits } from "@/lib/features/uploads/queries";
import type { UnfinishedUpload } from "@/lib/features/uploads/resume-store";
import type { UploadLimits } from "@/lib/features/uploads/schema";
import type { UploadTarget } from "@/lib/features/uploads/upload-context";
import type { UploadEngine } from "@/lib/features/uploads/upload-engine";
import type { UploadState } from "@/lib/features/uploads/upload-state";

export interface UploadDialogProps {
  open: boolean;
  /** False while an earlier choice is still being cleared. */
  isReady: boolean;
  filter: FileFilter;
  title: string;
  engine: UploadEngine;
  state: UploadState;
  form: UploadForm;
  onChange: (part: Partial<UploadForm>) => void;
  unfinished: UnfinishedUpload[];
  onGoOn: (upload: UnfinishedUpload) => void;
  onForget: (upload: UnfinishedUpload) => void;
  onUpload: (target: UploadTarget, isByDate: boolean) => void;
  onDismissReport: () => void;
  onClose: () => void;
}

/** Specification 9.3. */
const tooLargeToastMs = 8000;

function nameTooLarge(sorted: SortedFiles, limits: UploadLimits): string {
  const sentences = (["image", "video"] as const).map((kind) => {
    const names = sorted.tooLarge.filter(({ mediaType }) => mediaType === kind).map(({ file }) => file.name);
    const noun = kind === "image" ? "images" : "videos";
    return names.length > 0 ? `${names.join(", ")}: ${noun} can be up to ${limitLabel(kind, limits)}.` : "";
  });
  return sentences.filter(Boolean).join(" ");
}

/** Specification 2.9, 4.4 and 5: choose, file, describe, upload. */
export function UploadDialog(props: UploadDialogProps) {
  const { open, isReady, filter, title, engine, state, form, onChange } = props;
  const { items, isRunning, report } = state;
  const queryClient = useQueryClient();
  const takenMonths = useTakenMonths(items);
  const { offered } = useUploadDialogState();
  const [rejected, setRejected] = useState<SortedFiles | null>(null);
  const [isTried, setIsTried] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const hasFailed = items.some((item) => item.stage === "failed");
  const isEmpty = items.length === 0;
  // Not while files go up, nor under the card of the last run.
  const isChoosing = !isRunning && !report;

  async function choose(files: readonly File[]) {
    if (files.length === 0) return;
    const limits = await readUploadLimits(queryClient);
    const sorted = sortFiles(files, filter, limits);
    setRejected(sorted);
    setIsTried(false);
    engine.add(sorted.accepted);
    if (sorted.tooLarge.length === 0) return;
    toast({
      title: "File(s) too large",
      description: nameTooLarge(sorted, limits),
      durationMs: tooLargeToastMs,
      variant: "danger",
    });
  }

  const chooseOffered = useEffectEvent(() => void choose(takeOfferedFiles()));
  useEffect(() => {
    if (open && isReady && offered > 0) chooseOffered();
  }, [open, isReady, offered]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!isChoosing) return;
    setIsTried(true);
    const { year, month, description, isByDate } = form;
    if (isEmpty || year === null || month === null) return;
    setRejected(null);
    setIsTried(false);
    props.onUpload({ year, month, description }, isByDate);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void choose(files);
  }

  function close() {
    if (report) return;
    setRejected(null);
    setIsTried(false);
    props.onClose();
  }

  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()}>
      <DialogContent
        ref={content}
        title={title}
        isCloseHidden={report !== null}
        className="flex flex-col overflow-hidden md:w-[min(680px,calc(100vw-48px))]"
        onPaste={paste}
        // A slip beside the dialog must not lose a choice of forty photos.
        onInteractOutside={(event) => (report || !isEmpty) && event.preventDefault()}
        onOpenAutoFocus={(event) => {
          // The card itself: a phone's keyboard stays away, and the title is read first.
          event.preventDefault();
          content.current?.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          uploadDialogOpener()?.focus();
        }}
      >
        <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
          <div className="-mx-1.5 min-h-0 flex-1 space-y-5 overflow-y-auto overscroll-contain px-1.5 pb-4">
            {report && <DuplicateCard report={report} onDismiss={props.onDismissReport} />}
            {isChoosing && (
              <UnfinishedUploads uploads={props.unfinished} onGoOn={props.onGoOn} onForget={props.onForget} />
            )}
            {isChoosing && (
              <FileDropZone filter={filter} isSmall={!isEmpty} onFiles={(files) => void choose(files)} />
            )}
            {isEmpty && <SorterLink onFollow={close} />}
            <SelectionNotices
              filter={filter}
              unsupported={rejected?.unsupported ?? []}
              heic={rejected?.heic ?? []}
              isNothingChosen={isTried && isEmpty}
            />
            <ChosenFileList engine={engine} state={state} form={form} takenMonths={takenMonths} />
            {isChoosing && (
              <>
                <TakenMonthSwitch items={items} takenMonths={takenMonths} form={form} onChange={onChange} />
                <MonthFields form={form} onChange={onChange} isTried={isTried} />
                <DescriptionEditor
                  description={form.description}
                  onChange={(description) => onChange({ description })}
                  onSubmit={submit}
                />
              </>
            )}
          </div>
          <div
            className={cn(
              "-mx-[18px] flex flex-none flex-wrap items-center justify-end gap-3 border-t border-line px-[18px] pt-4 md:-mx-7 md:px-7",
              "max-md:[&>button]:flex-1",
              report && "hidden",
            )}
          >
            <UploadAnnouncer state={state} />
            {isRunning && (
              <Button variant="secondary" onClick={() => engine.cancel()}>
                Cancel Upload
              </Button>
            )}
            {isChoosing && hasFailed && (
              <Button variant="secondary" onClick={() => engine.clear()}>
                Clear All
              </Button>
            )}
            {isChoosing && (
              <Button type="submit" disabled={isEmpty}>
                {isEmpty ? "Upload" : `Upload ${items.length} ${items.length === 1 ? "file" : "files"}`}
              </Button>
            )}
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
