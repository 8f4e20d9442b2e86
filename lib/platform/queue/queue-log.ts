import { Logger } from "graphile-worker";
import { env } from "@/lib/env";

/** A failure reports its task and the error, never the payload. */
export function writeFailure(message: string, detail: unknown): void {
  if (env.LOG_LEVEL === "silent") return;
  const error = detail instanceof Error ? (detail.stack ?? detail.message) : undefined;
  const line = { time: new Date().toISOString(), level: "error", part: "queue", message, error };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

export const queueLogger = new Logger((scope) => (level, message, meta) => {
  if (level !== "error") return;
  const task = scope.taskIdentifier ? `${scope.taskIdentifier}: ` : "";
  writeFailure(`${task}${message.split("\n")[0]}`, meta?.error);
});
