import { toast } from "@/components/ui/toast";
import type { ChosenFile } from "@/lib/album/uploads/file-rules";
import type { UploadOutcome } from "@/lib/album/uploads/upload-state";

/** "Successfully uploaded 3 of 4 files" (specification 8.4). */
export const describeResult = ({ uploaded, total }: Pick<UploadOutcome, "uploaded" | "total">) =>
  `Successfully uploaded ${uploaded} of ${total} files`;

/** The first failure's reason, and how many more there are. */
export function describeFailures(failed: readonly { error: string }[]): string {
  const first = failed[0]?.error ?? "";
  const more = failed.length > 1 ? ` And ${failed.length - 1} more.` : "";
  return `${first}${/[.!?)]$/.test(first) ? "" : "."}${more}`;
}

/**
 * The summary toasts of specification 8.4. A run with duplicates shows its card instead.
 * @param bringBack lists the files of a cancelled run again
 */
export function announceOutcome(outcome: UploadOutcome, bringBack: (files: ChosenFile[]) => void): void {
  const { uploaded, failed, duplicates, cancelled, broken } = outcome;
  if (cancelled) {
    const { files, message } = cancelled;
    toast({
      title: "Upload cancelled",
      description: message,
      durationMs: 8000,
      ...(files.length > 0 ? { action: { label: "Undo", onSelect: () => bringBack(files) } } : {}),
    });
    return;
  }
  if (duplicates.length > 0) return;
  if (failed.length > 0) {
    const isOnlySize = failed.every((failure) => failure.isTooLarge);
    const isProcess = broken !== null || uploaded === 0;
    const title = isProcess ? "Upload process failed" : "Some uploads failed";
    const success = uploaded > 0 ? `${describeResult(outcome)}. ` : "";
    toast({
      title: isOnlySize ? "File size exceeded limit" : title,
      description: `${success}${describeFailures(failed)}`,
      variant: "danger",
    });
  } else if (uploaded > 0) {
    toast({ title: "Upload complete", description: describeResult(outcome) });
  }
}
