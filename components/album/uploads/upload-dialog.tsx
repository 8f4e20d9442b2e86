import { type ClipboardEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ChosenFileList } from "@/components/album/uploads/chosen-file-list";
import { DescriptionEditor } from "@/components/album/uploads/description-editor";
import { DuplicateCard } from "@/components/album/uploads/duplicate-card";
import { FileDropZone } from "@/components/album/uploads/file-drop-zone";
import { MonthFields } from "@/components/album/uploads/month-fields";
import { SelectionNotices } from "@/components/album/uploads/selection-notices";
import { ImportLink, SorterLink } from "@/components/album/uploads/sorter-link";
import { TakenMonthSwitch } from "@/components/album/uploads/taken-month-switch";
import { UnfinishedUploads } from "@/components/album/uploads/unfinished-uploads";
import {
  takeOfferedFiles,
  uploadDialogOpener,
  useUploadDialogState,
} from "@/components/album/uploads/upload-dialog-controller";
import { UploadFooter } from "@/components/album/uploads/upload-footer";
import { useFileChoice } from "@/components/album/uploads/use-file-choice";
import { useTakenMonths } from "@/components/album/uploads/use-taken-months";
import type { UploadForm } from "@/components/album/uploads/use-upload-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { KeptUpload, UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";
import type { UploadTarget } from "@/lib/album/uploads/client/upload-context";
import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { FileFilter } from "@/lib/album/uploads/file-rules";
import type { UploadState } from "@/lib/album/uploads/upload-state";

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
  onResume: (upload: KeptUpload) => void;
  onForget: (upload: UnfinishedUpload) => void;
  onUpload: (target: UploadTarget, isByDate: boolean) => void;
  onDismissReport: () => void;
  onClose: () => void;
}

/** Specification 2.9, 4.4 and 5: choose, file, describe, upload. */
export function UploadDialog(props: UploadDialogProps) {
  const { open, isReady, filter, title, engine, state, form, unfinished, onChange } = props;
  const { items, isRunning, report } = state;
  const takenMonths = useTakenMonths(items);
  const { offered } = useUploadDialogState();
  const { choose, rejected, forgetRejected } = useFileChoice(engine, filter);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const isEmpty = items.length === 0;
  // Not while files are uploading, nor under the last run's card.
  const isChoosing = !isRunning && !report;

  function add(files: readonly File[]) {
    setHasSubmitted(false);
    void choose(files);
  }

  const chooseOffered = useEffectEvent(() => add(takeOfferedFiles()));
  useEffect(() => {
    if (open && isReady && offered > 0) chooseOffered();
  }, [open, isReady, offered]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!isChoosing) return;
    setHasSubmitted(true);
    const { year, month, yearPrecision, description, isByDate } = form;
    if (isEmpty || year === null || month === null) return;
    forgetRejected();
    setHasSubmitted(false);
    props.onUpload({ year, month, yearPrecision, description }, isByDate);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  }

  function close() {
    if (report) return;
    forgetRejected();
    setHasSubmitted(false);
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
        // A stray click outside the dialog must not lose a selection of forty photos.
        onInteractOutside={(event) => (report || !isEmpty) && event.preventDefault()}
        onOpenAutoFocus={(event) => {
          // Focuses the card itself: a phone's keyboard stays closed, and the title is read first.
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
              <UnfinishedUploads uploads={unfinished} onResume={props.onResume} onForget={props.onForget} />
            )}
            {isChoosing && <FileDropZone filter={filter} isSmall={!isEmpty} onFiles={add} />}
            {isEmpty && <SorterLink onFollow={close} />}
            {isEmpty && <ImportLink onFollow={close} />}
            <SelectionNotices
              filter={filter}
              unsupported={rejected?.unsupported ?? []}
              heic={rejected?.heic ?? []}
              isNothingChosen={hasSubmitted && isEmpty}
            />
            <ChosenFileList engine={engine} state={state} form={form} takenMonths={takenMonths} />
            {isChoosing && (
              <UploadDetails
                items={items}
                takenMonths={takenMonths}
                form={form}
                hasSubmitted={hasSubmitted}
                onChange={onChange}
                onSubmit={submit}
              />
            )}
          </div>
          {!report && <UploadFooter engine={engine} state={state} />}
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface UploadDetailsProps {
  items: UploadState["items"];
  takenMonths: ReturnType<typeof useTakenMonths>;
  form: UploadForm;
  hasSubmitted: boolean;
  onChange: (part: Partial<UploadForm>) => void;
  onSubmit: () => void;
}

/** The settings for all chosen files: their month and their description. */
function UploadDetails({ items, takenMonths, form, hasSubmitted, onChange, onSubmit }: UploadDetailsProps) {
  return (
    <>
      <TakenMonthSwitch items={items} takenMonths={takenMonths} form={form} onChange={onChange} />
      <MonthFields
        form={form}
        legend={form.isByDate && items.length > 0 ? "For photos and videos without a date" : undefined}
        onChange={onChange}
        hasSubmitted={hasSubmitted}
      />
      <DescriptionEditor
        description={form.description}
        onChange={(description) => onChange({ description })}
        onSubmit={onSubmit}
      />
    </>
  );
}
