const afterMs = 5_000;

/**
 * Has this process's garbage collected, once it has started. V8 sets its heap's limit by what a collection has left, and
 * until the first one lets the garbage of a hundred imported photos stay: 60 MB more than the program then ever takes.
 */
export function collectOnceStarted(): void {
  setTimeout(() => globalThis.gc?.({ type: "major", execution: "async" }), afterMs).unref();
}
