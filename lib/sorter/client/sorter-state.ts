import { usualFirstYear } from "@/lib/shared/album-years";
import { type Arrangement, arrange } from "@/lib/sorter/arrange";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** What is shown of a batch. */
export interface SorterState {
  readonly items: ReadonlyMap<string, ReviewItem>;
  readonly placed: Arrangement;
  /** The stored review is being loaded. */
  readonly isLoading: boolean;
  /** Archives that are being listed. */
  readonly opening: readonly string[];
  /** Files and archives of a stored review that must be chosen again, and those that only need a permission. */
  readonly missing: number;
  readonly locked: number;
  /** Why the server couldn't be asked what it has; shown, and can be retried. */
  readonly problem: string | null;
  readonly upload: UploadProgress | null;
}

export interface UploadProgress {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Added to the album from elsewhere meanwhile. */
  readonly alreadyInAlbum: number;
  readonly currentId: string | null;
  /** Why it stopped early. */
  readonly stopped: string | null;
}

export const emptyState = (): SorterState => ({
  items: new Map(),
  placed: arrange([], { firstYear: usualFirstYear, today: new Date(0) }),
  isLoading: true,
  opening: [],
  missing: 0,
  locked: 0,
  problem: null,
  upload: null,
});
