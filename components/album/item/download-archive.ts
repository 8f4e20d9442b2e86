import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { type ArchiveOf, requestArchive } from "@/lib/album/media/client/batch-queries";
import { counted } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

/** Starts downloading a ZIP; the browser shows the progress and resumes after an interruption. */
export async function downloadArchive(what: ArchiveOf): Promise<void> {
  try {
    const { url, fileName, bytes, count } = await requestArchive(what);
    const link = document.createElement("a");
    link.href = url;
    link.download = fileName;
    link.click();
    toast({
      title: "Your download has started",
      description: `${counted(count, "item")}, ${megabytes(bytes)}`,
    });
  } catch (error) {
    toastFailure("The download could not be started", error, "Please check your connection and try again.");
  }
}
