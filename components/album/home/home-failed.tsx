import { Button } from "@/components/ui/button";
import { cloudPaths, DrawingDisc } from "@/components/ui/drawing-disc";

/** Home when the album failed to load. Like an empty state, but home needs none of the other drawings. */
export function HomeFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      <DrawingDisc paths={cloudPaths} />
      <h1 className="mt-5 text-step-2">Your album could not be loaded</h1>
      <div className="mt-2 text-ink-soft">Nothing is lost. Please check your connection and try again.</div>
      <div className="mt-6">
        <Button isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
