import { env } from "@/lib/env";

/** One JSON line on standard output. Never holds bodies, queries, cookies or file names. */
export function logLine(level: "info" | "error", line: Record<string, unknown>): void {
  if (env.LOG_LEVEL === "silent" || (env.LOG_LEVEL === "error" && level === "info")) return;
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, ...line })}\n`);
}

/** Is told of what nobody expected; the server sets it (lib/features/system/error-record-service). */
export interface ErrorListener {
  keepsakeErrorListener?: (error: unknown, context: Record<string, unknown>) => void;
}

/** Logs what nobody expected, with its stack. */
export function logError(error: unknown, context: Record<string, unknown> = {}): void {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause ? String(error.cause) : undefined;
  logLine("error", { ...context, error: detail, ...(cause ? { cause } : {}) });
  // Shared by the server bundle and Next's bundle of the same process.
  (globalThis as ErrorListener).keepsakeErrorListener?.(error, context);
}
