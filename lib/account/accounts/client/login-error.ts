const key = "loginError";
/** Specification 9.1. */
const retentionMs = 30_000;

/** Stores the message of a failed sign-in across a reload (specification 4.1). */
export function storeLoginError(message: string, now = Date.now()): void {
  localStorage.setItem(key, JSON.stringify({ message, timestamp: now }));
}

export function clearLoginError(): void {
  localStorage.removeItem(key);
}

/** The stored message; one older than 30 s is removed. */
export function readLoginError(now = Date.now()): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof kept === "object" && kept !== null) {
      const { message, timestamp } = kept as Record<string, unknown>;
      if (typeof message === "string" && typeof timestamp === "number" && now - timestamp <= retentionMs) {
        return message;
      }
    }
  } catch {
    // Treat unreadable content as none.
  }
  clearLoginError();
  return null;
}
