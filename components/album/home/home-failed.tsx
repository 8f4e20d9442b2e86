import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Home when the album failed to load. */
export function HomeFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      drawing="cloud"
      title="Your album could not be loaded"
      level={1}
      action={
        <Button isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Nothing is lost. Please check your connection and try again.
    </EmptyState>
  );
}
