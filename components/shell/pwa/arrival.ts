import { openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { toast } from "@/components/ui/toast";
import { shareTargetParameter } from "@/lib/service-worker/cache-names";
import { takeSharedFiles } from "@/lib/service-worker/shared-files";

const parameters = [shareTargetParameter, "upload", "album"] as const;

/** Removes the launch parameters from the address, so neither a reload nor a share repeats them. */
function takeParameters(): Record<(typeof parameters)[number], string | null> {
  const address = new URL(window.location.href);
  const taken = Object.fromEntries(parameters.map((name) => [name, address.searchParams.get(name)]));
  for (const name of parameters) address.searchParams.delete(name);
  window.history.replaceState(
    window.history.state,
    "",
    `${address.pathname}${address.search}${address.hash}`,
  );
  return taken as Record<(typeof parameters)[number], string | null>;
}

const lost = (appName: string) =>
  toast({
    title: "The photos didn't arrive",
    description: `Share them again: ${appName} is ready for them now. Or choose them with Upload.`,
    variant: "danger",
    durationMs: 8000,
  });

async function takeShared(appName: string, isInFamily: boolean): Promise<void> {
  if (!isInFamily) {
    toast({
      title: "Your photos are waiting",
      description: "Create a family or join one within the hour, then share them again.",
    });
    return;
  }
  const files = await takeSharedFiles(caches);
  if (files.length === 0) return void lost(appName);
  openUploadDialog({ filter: "all", title: "Upload Family Media", files });
}

/** What the app was launched with: files from another app, or a home screen shortcut. */
export async function takeArrival({
  appName,
  isInFamily,
}: {
  appName: string;
  isInFamily: boolean;
}): Promise<void> {
  const { [shareTargetParameter]: shared, upload } = takeParameters();
  if (shared === "1") await takeShared(appName, isInFamily);
  else if (shared === "empty") {
    toast({
      title: "Nothing to upload",
      description: "There was no photo or video in what you shared.",
    });
  } else if (shared) lost(appName);
  else if (upload && isInFamily) openUploadDialog({ filter: "all" });
}
