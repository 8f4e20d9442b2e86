import { UploadAnnouncer } from "@/components/album/uploads/upload-announcer";
import { Button } from "@/components/ui/button";
import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { UploadState } from "@/lib/album/uploads/upload-state";
import { counted } from "@/lib/shared/counted";

/** The upload's progress, and the actions on it (specification 2.9). */
export function UploadFooter({ engine, state }: { engine: UploadEngine; state: UploadState }) {
  const { items, isRunning } = state;
  const hasFailed = items.some((item) => item.stage === "failed");
  return (
    <div className="-mx-[18px] flex flex-none flex-wrap items-center justify-end gap-3 border-t border-line px-[18px] pt-4 md:-mx-7 md:px-7 max-md:[&>button]:flex-1">
      <UploadAnnouncer state={state} />
      {isRunning && (
        <Button variant="secondary" onClick={() => engine.cancel()}>
          Cancel Upload
        </Button>
      )}
      {!isRunning && hasFailed && (
        <Button variant="secondary" onClick={() => engine.clear()}>
          Clear All
        </Button>
      )}
      {!isRunning && (
        <Button type="submit" disabled={items.length === 0}>
          {items.length === 0 ? "Upload" : `Upload ${counted(items.length, "file")}`}
        </Button>
      )}
    </div>
  );
}
