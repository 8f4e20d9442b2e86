import type { Refusal } from "@/lib/sorter/review-item";

/** A file that can't go into the album, and why. */
export class RefusedFileError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal);
  }
}
