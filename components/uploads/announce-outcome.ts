import { toast } from "@/components/ui/toast";
import type { ChosenFile } from "@/lib/features/uploads/file-rules";
import type { UploadOutcome } from "@/lib/features/uploads/upload-state";

const resultWords = ({ uploaded, total }: UploadOutcome) =>
  `Successfully uploaded ${uploaded} of ${total} files`;

function failureWords({ failed, uploaded, total }: UploadOutcome): string {
  const first = failed[0]?.error ?? "";
  const more = failed.length > 1 ? ` And ${failed.length - 1} more.` : "";
  const success = uploaded > 0 ? `${resultWords({ uploaded, total } as UploadOutcome)}. ` : "";
  return `${success}${first}${/[.!?)]$/.test(first) ? "" : "."}${more}`;
}

/**
 * The summary toasts of specification 8.4. A run of nothing but duplicates has had its card and gets none.
 * @param bringBack lists the files of a cancelled run again
 */
export function announceOutcome(outcome: UploadOutcome, bringBack: (files: ChosenFile[]) => void): void {
  const { uploaded, failed, cancelled, broken } = outcome;
  if (cancelled) {
    const { files, message } = cancelled;
    toast({
      title: "Upload cancelled",
      description: message,
      durationMs: 8000,
      ...(files.length > 0 ? { action: { label: "Undo", onSelect: () => bringBack(files) } } : {}),
    });
  } else if (failed.length > 0) {
    const isOnlySize = failed.every((failure) => failure.isTooLarge);
    const isProcess = broken !== null || uploaded === 0;
    const title = isProcess ? "Upload process failed" : "Some uploads failed";
    toast({
      title: isOnlySize ? "File size exceeded limit" : title,
      description: failureWords(outcome),
      variant: "danger",
    });
  } else if (uploaded > 0) {
    toast({ title: "Upload complete", description: resultWords(outcome) });
  }
}
