"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { announceOutcome } from "@/components/album/uploads/announce-outcome";
import { sharedUploadEngine } from "@/components/album/uploads/shared-upload-engine";
import { UploadDialog } from "@/components/album/uploads/upload-dialog";
import {
  closeUploadDialog,
  openUploadDialog,
  useUploadDialogState,
} from "@/components/album/uploads/upload-dialog-controller";
import { UploadPill } from "@/components/album/uploads/upload-pill";
import { useUploadForm } from "@/components/album/uploads/use-upload-form";
import { useFirstYear } from "@/components/session/use-first-year";
import { isSignOutPending } from "@/lib/account/accounts/client/client-session";
import { refreshMedia } from "@/lib/album/media/client/media-cache";
import type { KeptUpload, UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";
import { filingMonthOf } from "@/lib/album/uploads/client/taken-month";
import { targetOf, type UploadTarget } from "@/lib/album/uploads/client/upload-context";
import type { RunOptions, UploadEngine } from "@/lib/album/uploads/client/upload-engine";

export interface UploadSessionProps {
  userId: string;
  sessionId: string;
  familyId: string;
}

/** Uploads left unfinished by earlier visits, looked up whenever the dialog is shown. */
function useUnfinished(engine: UploadEngine, isShown: boolean) {
  const [unfinished, setUnfinished] = useState<UnfinishedUpload[]>([]);
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    void engine.listUnfinished().then((found) => {
      if (isCurrent) setUnfinished(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, isShown]);
  return [unfinished, setUnfinished] as const;
}

function useEndingWithPage(engine: UploadEngine, isRunning: boolean): void {
  // Signing out unmounts this while the session ends: nothing more may be sent or stored after that.
  useEffect(
    () => () => {
      if (isSignOutPending()) engine.stop();
    },
    [engine],
  );

  // Leaving the page stops what is in progress.
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}

/** The engine and the form, which outlive the dialog. */
export function UploadSession({ userId, sessionId, familyId }: UploadSessionProps) {
  const queryClient = useQueryClient();
  const [engine] = useState(() => sharedUploadEngine(queryClient, { userId, sessionId, familyId }));
  const state = useSyncExternalStore(engine.subscribe, engine.state, engine.state);
  const { open, filter, title } = useUploadDialogState();
  const { form, change, reset } = useUploadForm();
  const firstYear = useFirstYear();
  const [listedFilter, setListedFilter] = useState(filter);
  const [isKept, setIsKept] = useState(true);
  const [unfinished, setUnfinished] = useUnfinished(engine, open && !state.isRunning);
  const isBusy =
    state.isRunning || state.report !== null || state.items.some((item) => item.stage === "failed");

  // Specification 4.4: opening resets the form, except while files are uploading or have failed.
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open && !isBusy) {
      reset();
      setIsKept(filter === "all" || filter === listedFilter);
      setListedFilter(filter);
    }
  }
  useEffect(() => {
    if (isKept) return;
    engine.clear();
    setIsKept(true);
  }, [engine, isKept]);

  useEndingWithPage(engine, state.isRunning);

  // Duplicates are listed on the dialog's card, which waits to be read.
  const isReportHidden = state.report !== null && !open;
  useEffect(() => {
    if (isReportHidden) openUploadDialog({ filter, ...(title ? { title } : {}) });
  }, [isReportHidden, filter, title]);

  function finish() {
    if (engine.state().items.length > 0) return;
    reset();
    closeUploadDialog();
  }

  async function upload(target: UploadTarget, options: RunOptions) {
    const outcome = await engine.start(target, options);
    if (outcome.uploaded > 0) void refreshMedia(queryClient);
    announceOutcome(outcome, (files) => engine.add(files));
    const isAllDone = outcome.failed.length === 0 && !outcome.cancelled && outcome.uploaded > 0;
    if (isAllDone && !engine.state().report) finish();
  }

  function dismissReport() {
    const wasUseful = (state.report?.uploaded ?? 0) > 0;
    engine.dismissReport();
    // After nothing but duplicates, the person may choose again.
    if (wasUseful) finish();
  }

  function resumeUpload(kept: KeptUpload) {
    setUnfinished((all) => all.filter((one) => one !== kept));
    void upload(targetOf(kept), { ids: [engine.continueUnfinished(kept)] });
  }

  const takenMonthOf = (file: File) => filingMonthOf(file, firstYear);

  function forget(kept: UnfinishedUpload) {
    setUnfinished((all) => all.filter((one) => one !== kept));
    void engine.discard(kept.uploadId);
  }

  return (
    <>
      <UploadDialog
        open={open}
        isReady={isKept}
        filter={filter}
        title={title ?? "Upload Media"}
        engine={engine}
        state={state}
        form={form}
        onChange={change}
        unfinished={unfinished}
        onResume={resumeUpload}
        onForget={forget}
        onUpload={(target, isByDate) => void upload(target, isByDate ? { takenMonthOf } : {})}
        onDismissReport={dismissReport}
        onClose={closeUploadDialog}
      />
      {!open && state.isRunning && (
        <UploadPill state={state} onOpen={() => openUploadDialog({ filter, ...(title ? { title } : {}) })} />
      )}
    </>
  );
}
