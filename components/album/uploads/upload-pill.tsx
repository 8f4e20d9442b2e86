import { Upload } from "lucide-react";
import { Progress } from "@/components/ui/progress";
import type { UploadState } from "@/lib/album/uploads/upload-state";

/** Shows an upload while its dialog is closed; pressing it reopens the dialog. */
export function UploadPill({ state, onOpen }: { state: UploadState; onOpen: () => void }) {
  const current = state.items.find((item) => item.id === state.currentId);
  const text =
    current?.stage === "lost" ? "Waiting for the network" : `Uploading ${state.position} of ${state.total}`;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="fixed bottom-[calc(var(--bottom-bar)+16px)] left-4 z-30 flex min-h-[52px] items-center gap-3 rounded-pill bg-ink px-5 text-paper shadow-2 focus-visible:outline-offset-4"
    >
      <Upload aria-hidden="true" className="size-5" />
      <span className="grid gap-1.5 text-left">
        <span className="font-semibold leading-tight">{text}</span>
        <Progress
          percent={current?.percent ?? 0}
          label="Progress of this file"
          className="h-1.5 w-36 bg-paper/25"
        />
      </span>
    </button>
  );
}
