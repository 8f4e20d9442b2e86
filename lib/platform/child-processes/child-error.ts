/**
 * `refused`: the program examined it and refused it. `overdue`: it took too long. `ended`: it died working on it, or
 * answered nonsense. `absent`: the program does not start.
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
