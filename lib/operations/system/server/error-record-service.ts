import { createHash } from "node:crypto";
import { databasePool, db } from "@/lib/db";
import { errorListener } from "@/lib/http/log";
import { shareOf } from "@/lib/platform/siblings";

/** The maximum number of errors stored per minute: a thousand more don't help an overloaded database. */
const maxPerMinute = shareOf(30);
let minute = 0;
let kept = 0;

/**
 * The kind of error and its place in our code, without its message, which may contain what people typed. The log has
 * all of it, under the request's id.
 */
function kindAndPlace(error: unknown): { kind: string; place: string } {
  if (!(error instanceof Error)) return { kind: typeof error, place: "unknown" };
  const { code } = error as { code?: unknown };
  const kind = typeof code === "string" && /^[\w-]{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const own = frames.find((line) => !line.includes("node_modules") && !line.includes("node:")) ?? frames[0];
  // Only names of functions and files; the paths that built servers add differ from start to start.
  const place = own
    ?.trim()
    .replace(/^at\s+/, "")
    .replace(/\(?(?:file:\/\/)?\S*\/([^/\s]+?)\)?$/, "($1)");
  return { kind: kind.slice(0, 100), place: (place ?? "unknown").slice(0, 200) };
}

async function save(error: unknown, requestId: string | null): Promise<void> {
  const { kind, place } = kindAndPlace(error);
  const key = createHash("sha256").update(`${kind}\n${place}`).digest();
  await databasePool().query(
    `INSERT INTO "SystemError" (key, kind, place, "lastRequestId") VALUES ($1, $2, $3, $4)
     ON CONFLICT (key) DO UPDATE SET count = "SystemError".count + 1, "lastAt" = now(),
       "lastRequestId" = EXCLUDED."lastRequestId"`,
    [key, kind, place, requestId],
  );
}

/** From now on, errors logged as unexpected also appear on System Health. */
export function recordErrors(): void {
  errorListener.onError = (error, context) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, kept] = [now, 0];
    if (++kept > maxPerMinute) return;
    const { requestId } = context;
    // Without a database it can't be stored; the log has it.
    save(error, typeof requestId === "string" ? requestId : null).catch(() => {});
  };
}

/** The most recent kinds of errors. */
export function listErrors() {
  return db.systemError.findMany({
    select: { kind: true, place: true, count: true, lastRequestId: true, firstAt: true, lastAt: true },
    orderBy: { lastAt: "desc" },
    take: 30,
  });
}
