/** The message itself was refused, for its recipient say: trying again would bring the same answer. */
export class UndeliverableError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "UndeliverableError";
  }
}
