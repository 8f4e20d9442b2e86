/**
 * `refused`: the program examined it and refused it. `overdue`: it took too long. `ended`: the program died working on
 * it, or its answer was invalid. `absent`: the program doesn't start.
 */
export type ChildErrorCode = "refused" | "overdue" | "ended" | "absent";

/** A child process did not do what it was asked to. */
export class ChildError extends Error {
  constructor(
    readonly code: ChildErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "ChildError";
  }
}
