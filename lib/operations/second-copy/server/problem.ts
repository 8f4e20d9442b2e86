/** Why the second copy can't be written or read, as a message for people. */
export class SecondCopyError extends Error {
  /** What to do about it. */
  readonly advice: string;

  constructor(message: string, advice: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "SecondCopyError";
    this.advice = advice;
  }
}
