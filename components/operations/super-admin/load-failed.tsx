import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown instead of a list that could not be loaded. */
export function LoadFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      drawing="cloud"
      title="This could not be loaded"
      action={
        <Button variant="secondary" isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Nothing was changed.
    </EmptyState>
  );
}
