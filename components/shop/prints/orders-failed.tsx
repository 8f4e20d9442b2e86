import { Button } from "@/components/ui/button";

/** Shown instead of orders that could not be loaded. */
export function OrdersFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 text-ink-soft">
      The print orders could not be loaded. Nothing is lost.
      <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
