import { ArrowUp } from "lucide-react";
import type { Feed } from "@/components/album/media/use-feed";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/shared/counted";

/** Above a run of a feed: the number of newer items before it. Its height is constant, so the list doesn't move. */
export function NewerItems({ feed: { newerCount, isLoadingNewer, loadNewer } }: { feed: Feed }) {
  return (
    <div className="mb-4 flex min-h-11 items-center justify-center text-ink-soft">
      {newerCount > 0 ? (
        <Button variant="secondary" isBusy={isLoadingNewer} onClick={loadNewer}>
          <ArrowUp aria-hidden="true" />
          Show {counted(newerCount, "newer item")}
        </Button>
      ) : (
        <p>You've reached the newest.</p>
      )}
    </div>
  );
}
