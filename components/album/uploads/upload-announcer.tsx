import { statusLine } from "@/lib/album/uploads/upload-progress";
import type { UploadState } from "@/lib/album/uploads/upload-state";

/**
 * Reports the upload's progress: one visible line that is also a live region. Percentages are shown at the files; a
 * line that changed with every percent would never let a screen reader finish.
 */
export function UploadAnnouncer({ state }: { state: UploadState }) {
  const current = state.items.find((item) => item.id === state.currentId);
  const where = `Uploading ${state.position} of ${state.total}`;
  return (
    <>
      {state.isRunning && (
        <p
          aria-hidden="true"
          className="mr-auto font-semibold text-ink-soft max-md:w-full max-md:text-center"
        >
          {where}
        </p>
      )}
      <p role="status" className="sr-only">
        {current && (
          <>
            {where}, {current.file.name}:{" "}
            {current.stage === "lost"
              ? "connection lost, waiting for the network"
              : statusLine(current.stage, current.percent)}
          </>
        )}
      </p>
    </>
  );
}
