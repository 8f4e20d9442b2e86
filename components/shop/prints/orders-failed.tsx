import { NotLoaded } from "@/components/ui/not-loaded";

/** Shown instead of orders that could not be loaded. */
export function OrdersFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <NotLoaded isBusy={isBusy} onRetry={onRetry}>
      The print orders could not be loaded. Nothing is lost.
    </NotLoaded>
  );
}
