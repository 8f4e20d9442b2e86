import { NotLoaded } from "@/components/ui/not-loaded";

/** Shown if a list of people could not be loaded. */
export function UsersFailed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <NotLoaded isBusy={isBusy} onRetry={onRetry}>
      The people could not be loaded. Nothing is lost.
    </NotLoaded>
  );
}
