/** The message itself was refused, for example because of its recipient: another attempt would get the same answer. */
export class UndeliverableError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "UndeliverableError";
  }
}
