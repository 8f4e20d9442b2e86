import { env } from "@/lib/env";
import { processWide } from "@/lib/shared/process-wide";

/** One JSON line on standard output. Never contains bodies, queries, cookies or file names. */
export function logLine(level: "info" | "error", line: Record<string, unknown>): void {
  if (env.LOG_LEVEL === "silent" || (env.LOG_LEVEL === "error" && level === "info")) return;
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, ...line })}\n`);
}

/** Called with unexpected errors; the server sets it (lib/operations/system/server/error-record-service). */
export const errorListener = processWide(
  "error-listener",
  (): { onError?: (error: unknown, context: Record<string, unknown>) => void } => ({}),
);

/** Logs unexpected errors, with their stack. */
export function logError(error: unknown, context: Record<string, unknown> = {}): void {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause ? String(error.cause) : undefined;
  logLine("error", { ...context, error: detail, ...(cause ? { cause } : {}) });
  errorListener.onError?.(error, context);
}
