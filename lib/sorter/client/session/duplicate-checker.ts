import { yieldToPage } from "@/lib/shared/yield-to-page";
import { fetchKnownMedia, fetchPlaceNames } from "@/lib/sorter/client/queries";
import type { ImportBatch } from "@/lib/sorter/client/session/import-batch";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** Asks about read files in groups of this size while more are coming. */
const checkFrom = 60;

export interface DuplicateCheckerOptions {
  batch: ImportBatch;
  /** Called when the batch has new answers. */
  onAnswer: () => void;
  /** The reason why asking failed; null once it works again. */
  onProblem: (problem: string | null) => void;
}

/** Asks the album which files of the batch it has, and for the names of places. */
export class DuplicateChecker {
  #isChecking = false;
  #readSinceCheck = 0;
  #isStopped = false;

  constructor(private readonly options: DuplicateCheckerOptions) {}

  /** Another file was read: asks when there are enough of them, or when it was the last. */
  noteRead(isLast: boolean): void {
    this.#readSinceCheck += 1;
    if (this.#readSinceCheck >= checkFrom || isLast) void this.check();
  }

  /** Asks about everything read but not asked about yet. Reports a failure; another `check` tries again. */
  async check(): Promise<void> {
    const { batch, onAnswer, onProblem } = this.options;
    const unchecked = this.#unchecked();
    if (this.#isChecking || this.#isStopped || unchecked.length === 0) return;
    this.#isChecking = true;
    this.#readSinceCheck = 0;
    try {
      const found = await fetchKnownMedia(unchecked.flatMap(({ facts }) => facts?.sha256 ?? []));
      for (const { id, facts } of unchecked)
        batch.change(id, { known: found.get(facts?.sha256 ?? "") ?? null });
      onProblem(null);
      await this.#namePlaces(unchecked);
      await yieldToPage();
      this.#isChecking = false;
      onAnswer();
      void this.check();
    } catch (error) {
      this.#isChecking = false;
      if (this.#isStopped) return;
      onProblem(error instanceof Error ? error.message : "Unknown error");
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Names are optional: the rest continues without them. */
  async #namePlaces(items: readonly ReviewItem[]): Promise<void> {
    const placed = items.filter(({ facts, placeName }) => facts?.place && placeName === undefined);
    if (placed.length === 0) return;
    const names = await fetchPlaceNames(placed.flatMap(({ facts }) => facts?.place ?? [])).catch(() => []);
    for (const [index, { id }] of placed.entries()) {
      const placeName = names[index];
      if (placeName) this.options.batch.change(id, { placeName });
    }
  }

  #unchecked(): ReviewItem[] {
    return [...this.options.batch.items.values()].filter(
      ({ facts, known, refusal }) => facts && !refusal && known === undefined,
    );
  }
}
