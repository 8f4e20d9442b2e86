import { type Arrangement, arrange } from "@/lib/sorter/arrange";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** What is shown of a heap. */
export interface SorterState {
  readonly items: ReadonlyMap<string, ReviewItem>;
  readonly placed: Arrangement;
  /** The kept review is being looked for. */
  readonly isLoading: boolean;
  /** Archives whose list is being read. */
  readonly opening: readonly string[];
  /** Files and archives of a kept review that have to be chosen again, and those that only need a permission. */
  readonly missing: number;
  readonly locked: number;
  /** Asking the server what it has failed: said, and tried again. */
  readonly problem: string | null;
  readonly upload: UploadProgress | null;
}

export interface UploadProgress {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** They came into the album from elsewhere meanwhile. */
  readonly known: number;
  readonly currentId: string | null;
  /** Why it stopped before its end. */
  readonly stopped: string | null;
}

export const emptyState = (): SorterState => ({
  items: new Map(),
  placed: arrange([]),
  isLoading: true,
  opening: [],
  missing: 0,
  locked: 0,
  problem: null,
  upload: null,
});
