import { createHash } from "node:crypto";
import { db } from "@/lib/db";
import { Answer } from "@/lib/http/answer";
import { countedBody } from "@/lib/http/body";
import { AppError, badInput } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";

const maxKeyLength = 200;
const maxRepeatedBytes = 256 * 1024 * 1024;
/** A request that never finished (its server died) can be taken over after this. */
const abandonedSeconds = 120;

/** What is known about a request before its body is read. */
function fingerprint(request: Request): string {
  const length = request.headers.get("content-length") ?? "";
  return createHash("sha256")
    .update(`${request.method} ${new URL(request.url).pathname}\n${length}`)
    .digest("hex");
}

const reused = () =>
  new AppError("idempotency_key_reused", 422, "This Idempotency-Key was used for another request.");

/** If the call reads its body itself, a repeated request's body is read here. */
async function readWhole(request: Request): Promise<void> {
  for await (const _ of countedBody(request, maxRepeatedBytes));
}

/**
 * Runs a creating call once per Idempotency-Key: a repetition gets the first answer again. A failed call leaves nothing
 * behind, so it can be retried.
 * @param bodyHash of the bytes read so far: of all of them once the call has succeeded
 * @param isRead whether the body has been read; otherwise the call reads it
 * @throws AppError 422 when the key was used for another request, 409 while the first one still runs
 */
export async function onceForKey(
  userId: string,
  key: string,
  request: Request,
  { bodyHash, isRead }: { bodyHash: () => string; isRead: boolean },
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (key.length > maxKeyLength || key.includes("\u0000"))
    throw badInput("Idempotency-Key", "The key is too long.");
  const fingerprintNow = isRead ? `${fingerprint(request)} ${bodyHash()}` : fingerprint(request);
  // A single statement decides who runs: the insert, or the takeover of an abandoned row.
  const claimed = await db.$queryRaw<{ key: string }[]>`
    INSERT INTO "IdempotencyKey" ("userId", key, request) VALUES (${userId}::uuid, ${key}, ${fingerprintNow})
    ON CONFLICT ("userId", key) DO UPDATE SET "createdAt" = now()
      WHERE "IdempotencyKey".status IS NULL AND "IdempotencyKey".request = ${fingerprintNow}
        AND "IdempotencyKey"."createdAt" < now() - make_interval(secs => ${abandonedSeconds})
    RETURNING key`;
  const where = { userId_key: { userId, key } };
  if (claimed.length === 0) {
    const earlier = await db.idempotencyKey.findUnique({
      where,
      select: { request: true, status: true, answer: true },
    });
    const isAlike = isRead
      ? earlier?.request === fingerprintNow
      : earlier?.request.split(" ", 1)[0] === fingerprintNow;
    if (earlier && !isAlike) throw reused();
    if (!earlier || earlier.status === null) {
      throw new AppError("request_in_progress", 409, "The same request is still in progress.", {
        headers: { "Retry-After": "1" },
      });
    }
    if (!isRead) {
      await readWhole(request);
      if (earlier.request !== `${fingerprintNow} ${bodyHash()}`) throw reused();
    }
    const headers = new Headers({ "Cache-Control": "private, no-store", "Idempotency-Replayed": "true" });
    return earlier.status === 204
      ? new Answer(204, headers, null)
      : Answer.json(earlier.status, headers, earlier.answer);
  }
  let given: Answer;
  try {
    given = await run();
  } catch (error) {
    await db.idempotencyKey.deleteMany({ where: { userId, key, status: null } });
    throw error;
  }
  const answer = typeof given.body === "string" ? (JSON.parse(given.body) as object | null) : null;
  const data = {
    status: given.status,
    ...(answer === null ? {} : { answer }),
    ...(isRead ? {} : { request: `${fingerprintNow} ${bodyHash()}` }),
  };
  // The work is done: if the database fails now, the answer is still sent, and the key stays taken.
  await db.idempotencyKey
    .update({ where, data, select: { key: true } })
    .catch((error) => logError(error, { userId }));
  return given;
}
