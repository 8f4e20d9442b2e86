const afterMs = 5_000;

/**
 * Has V8 collect this process's garbage soon after the start. It limits the heap by what the last collection left; until
 * the first one, what hundreds of imported photos leave behind piles up, some 60 MB.
 */
export function collectOnceStarted(): void {
  setTimeout(() => globalThis.gc?.({ type: "major", execution: "async" }), afterMs).unref();
}
