import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { downloadWithoutPlaceUrl } from "@/lib/album/media/original-urls";
import { viewerPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { share, sharedAddress } from "@/lib/album/sharing/client/share";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";
import { apiErrorOf } from "@/lib/http/api-error";

/** The limit of what sharing passes to an app at once. */
const maxShared = 20;
const maxSharedBytes = 100 * 1_048_576;

const isError = (error: unknown, name: string) => error instanceof Error && error.name === name;

/** Whether this device's native sharing takes such files. */
function takesFiles(items: readonly MediaItemDto[]): boolean {
  const types = new Set(items.map(({ mimeType }) => mimeType));
  const samples = [...types].map((type, index) => new File([], `sample-${index}`, { type }));
  return typeof navigator.canShare === "function" && navigator.canShare({ files: samples });
}

/** A file to share: like a download without its location. */
async function fetchFile({ id, fileName, mimeType }: MediaItemDto): Promise<File> {
  const response = await fetch(downloadWithoutPlaceUrl(id), { credentials: "include" });
  if (!response.ok) throw await apiErrorOf(response);
  return new File([await response.blob()], fileName, { type: mimeType });
}

function showShareFailure(error: unknown): void {
  toastFailure("They could not be shared", error, "Please check your connection and try again.");
}

async function shareFiles(files: File[]): Promise<void> {
  try {
    await navigator.share({ files });
  } catch (error) {
    if (isError(error, "AbortError")) return;
    // Fetching outlasted the browser's user activation: one more press is needed.
    if (!isError(error, "NotAllowedError")) return showShareFailure(error);
    toast({
      title: "Ready to share",
      durationMs: 30_000,
      action: { label: "Share now", onSelect: () => void shareFiles(files) },
    });
  }
}

/**
 * Shares the files themselves if the device can (up to 20, 100 MB in all), without their location; otherwise links to
 * them, which family members can open.
 */
export async function shareItems(items: readonly MediaItemDto[], link: ShareLinkDto): Promise<void> {
  if (items.length > maxShared) {
    toast({
      title: `You can share up to ${maxShared} at once`,
      description: "Select fewer, or download them as one ZIP file and send that.",
    });
    return;
  }
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  if (bytes <= maxSharedBytes && takesFiles(items)) {
    const preparing = toast({ title: "Getting them ready to share…", durationMs: 120_000 });
    try {
      const files = await Promise.all(items.map(fetchFile));
      preparing.dismiss();
      return await shareFiles(files);
    } catch (error) {
      return showShareFailure(error);
    }
  }
  const addresses = items.map(({ id }) => sharedAddress(viewerPath(id), link.albumToken));
  const text = [link.text, ...addresses.slice(0, -1)].join("\n");
  await share({ title: link.title, text, url: addresses.at(-1) ?? "" });
}
