import { yieldToPage } from "@/lib/shared/yield-to-page";
import { fetchKnown, fetchPlaceNames } from "@/lib/sorter/client/queries";
import type { Heap } from "@/lib/sorter/client/session/heap";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** Asks about read files in groups of this size while more are coming. */
const askFrom = 60;

export interface AlbumAskerOptions {
  heap: Heap;
  /** Called when the batch has new answers. */
  onAnswer: () => void;
  /** The reason why asking failed; null once it works again. */
  onProblem: (problem: string | null) => void;
}

/** Asks the album which files of the batch it has, and for the names of places. */
export class AlbumAsker {
  #isAsking = false;
  #readSinceAsked = 0;
  #isStopped = false;

  constructor(private readonly options: AlbumAskerOptions) {}

  /** Another file was read: asks when there are enough of them, or when it was the last. */
  noteRead(isLast: boolean): void {
    this.#readSinceAsked += 1;
    if (this.#readSinceAsked >= askFrom || isLast) void this.ask();
  }

  /** Asks about everything read but not asked about yet. Reports a failure; another `ask` tries again. */
  async ask(): Promise<void> {
    const { heap, onAnswer, onProblem } = this.options;
    const unasked = this.#unasked();
    if (this.#isAsking || this.#isStopped || unasked.length === 0) return;
    this.#isAsking = true;
    this.#readSinceAsked = 0;
    try {
      const found = await fetchKnown(unasked.flatMap(({ facts }) => facts?.sha256 ?? []));
      for (const { id, facts } of unasked) heap.change(id, { known: found.get(facts?.sha256 ?? "") ?? null });
      onProblem(null);
      await this.#namePlaces(unasked);
      await yieldToPage();
      this.#isAsking = false;
      onAnswer();
      void this.ask();
    } catch (error) {
      this.#isAsking = false;
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
      if (placeName) this.options.heap.change(id, { placeName });
    }
  }

  #unasked(): ReviewItem[] {
    return [...this.options.heap.items.values()].filter(
      ({ facts, known, refusal }) => facts && !refusal && known === undefined,
    );
  }
}
