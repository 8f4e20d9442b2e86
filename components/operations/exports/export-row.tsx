"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { LocalDate } from "@/components/ui/local-date";
import { Progress } from "@/components/ui/progress";
import { useLatest } from "@/components/ui/use-latest";
import { checkExport, deleteExport, preparingOptions } from "@/lib/operations/exports/client/queries";
import type { ExportDto } from "@/lib/operations/exports/schema";
import { counted } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

const problems: Partial<Record<ExportDto["state"], string>> = {
  failed: "It couldn't be finished. Please try again.",
  outdated: "Something in it has been deleted since. Please prepare it again.",
  expired: "Its files are no longer here. You can still export only what's new since then.",
};

/** The browser shows the progress, and resumes after an interruption. */
function startDownload(url: string, fileName: string) {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

/** An export as it is now; the list is read again once its preparation has ended. */
function useCurrent(listed: ExportDto, onEnd: () => Promise<unknown>): ExportDto {
  const isPreparing = listed.state === "preparing";
  const { data, isError } = useQuery({ ...preparingOptions(listed.id), enabled: isPreparing });
  const hasEnded = isPreparing && (isError || (data !== undefined && data?.state !== "preparing"));
  const readAgain = useLatest(() => void onEnd());
  useEffect(() => {
    if (hasEnded) readAgain();
  }, [hasEnded, readAgain]);
  return isPreparing && data ? data : listed;
}

/** One export: its progress, and its download once it is ready. */
export function ExportRow({
  value: listed,
  onChange,
}: {
  value: ExportDto;
  onChange: () => Promise<unknown>;
}) {
  const value = useCurrent(listed, onChange);
  const { id, state, since, createdAt } = value;
  const { run, error, busyWith } = useAction(async (wanted: "download" | "delete") => {
    if (wanted === "delete") await deleteExport(id);
    else {
      // Something in it may have been deleted: a browser would save the refusal as a file.
      const { url, fileName } = await checkExport(id);
      if (url) startDownload(url, fileName);
    }
    await onChange();
  });
  return (
    <li className="grid gap-2 rounded-2xl bg-sunk p-4">
      <p className="font-semibold">
        <LocalDate iso={createdAt} />
        {since && (
          <>
            {" "}
            (what's new since <LocalDate iso={since.createdAt} />)
          </>
        )}
      </p>
      <div aria-live="polite">
        {state === "preparing" && (
          <>
            <Progress percent={value.progress} label="Preparing the export" />
            <p className="mt-1.5 text-step--1 text-ink-soft">
              Preparing. You can leave this page; it continues on the server.
            </p>
          </>
        )}
        {state === "ready" && <Contents value={value} />}
        {problems[state] && <p>{problems[state]}</p>}
      </div>
      <FormAlert message={error} />
      <div className="flex flex-wrap gap-2">
        {state === "ready" && (
          <Button isBusy={busyWith === "download"} onClick={() => void run("download")}>
            <Download aria-hidden="true" />
            Download
          </Button>
        )}
        <Button variant="ghost" isBusy={busyWith === "delete"} onClick={() => void run("delete")}>
          {state === "preparing" ? "Cancel" : "Remove"}
        </Button>
      </div>
    </li>
  );
}

function Contents({ value: { fileCount, bytes, lostCount, expiresAt } }: { value: ExportDto }) {
  return (
    <>
      <p>
        {counted(fileCount, "file")}, {megabytes(bytes)}, in one ZIP file
        {expiresAt && (
          <>
            . Ready until <LocalDate iso={expiresAt} />
          </>
        )}
        .
      </p>
      {lostCount > 0 && (
        <p>
          {counted(lostCount, "original is", "originals are")} missing on the server, so{" "}
          {lostCount === 1 ? "it isn't" : "they aren't"} in it.
        </p>
      )}
    </>
  );
}
