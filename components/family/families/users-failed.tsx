import { Button } from "@/components/ui/button";

/** Shown if a list of people could not be loaded. */
export function UsersFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 text-ink-soft">
      The people could not be loaded. Nothing is lost.
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
