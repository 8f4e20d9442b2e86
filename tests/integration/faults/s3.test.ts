import { createHash, randomInt, randomUUID } from "node:crypto";
import path from "node:path";
import { deriveMedia, enqueueDerive } from "@/lib/album/media/server/derivatives-service";
import { db } from "@/lib/db";
import { S3Storage } from "@/lib/platform/storage/s3-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { call } from "@/tests/support/call";
import { chunkBytes, chunkOf, completeUpload, initUpload, sendRawChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { type FaultyS3, type S3Fault, s3Faults, startFaultyS3 } from "@/tests/support/faulty-s3";
import { expectInvariants } from "@/tests/support/invariants";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { replaceStorage } from "@/tests/support/replace-storage";
import { createBucket, missingS3Programs, type S3Access } from "@/tests/support/s3-server";
import { sharedS3Server } from "@/tests/support/shared-s3";

withTestDatabase({ keepsRows: true });

const missing = await missingS3Programs();
if (missing.length > 0) {
  console.warn(`SKIPPED: S3 faults need ${missing.join(", ")} (Debian: ceph-mon ceph-osd radosgw).`);
}
const describeWithServer = missing.length > 0 ? describe.skip : describe;

const rounds = faultRounds({ full: 100, few: 2 });
/** Checking every file in the bucket takes longer than breaking one request. */
const roundsBetweenLooks = 5;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let server: S3Access;
let s3: FaultyS3;
let owner: FamilyPerson;
const acknowledged = new Map<string, string>();
const pictures: string[] = [];
const outcomes = { done: 0, refused: 0 };

/** Success, or a 503 whose message says that it can't be done now. */
function hasSucceeded(answer: { status: number; body: unknown; headers: Headers; bytes: Buffer }): boolean {
  if (answer.status < 400) {
    outcomes.done++;
    return true;
  }
  expectErrorBody(answer);
  expect([answer.status, (answer.body as { code: string }).code]).toEqual([503, "storage_unavailable"]);
  outcomes.refused++;
  return false;
}

async function uploadSingle(): Promise<void> {
  const content = await tinyPicture();
  const json = {
    fileName: "beach.jpg",
    fileType: "image",
    year: 2024,
    month: randomInt(1, 4),
    fileData: content.toString("base64"),
  };
  for (let tries = 0; tries < 3; tries++) {
    const answer = await call<{ id: string; code?: string; duplicate?: { existingId: string } }>(
      "POST",
      "/api/media",
      {
        cookie: owner.cookie,
        json,
      },
    );
    // The previous try succeeded, but its answer was lost.
    const id = answer.status === 409 ? answer.body.duplicate?.existingId : answer.body.id;
    if (answer.status !== 409 && !hasSucceeded(answer)) continue;
    acknowledged.set(id ?? "", sha256(content));
    pictures.push(id ?? "");
    return;
  }
}

async function uploadChunked(): Promise<void> {
  const content = clipBytes(randomInt(chunkBytes + 1, 2 * chunkBytes));
  const uploadId = `film ${randomUUID()}`;
  if (!hasSucceeded(await initUpload(owner, uploadId, content.length))) return;
  for (let index = 0; index < 2; index++) {
    let isSent = false;
    for (let tries = 0; tries < 5 && !isSent; tries++) {
      isSent = hasSucceeded(await sendRawChunk(owner, uploadId, index, chunkOf(content, index)));
    }
    if (!isSent) throw new Error("A chunk never came through");
  }
  for (let tries = 0; tries < 5; tries++) {
    const answer = await completeUpload(owner, uploadId);
    if (!hasSucceeded(answer)) continue;
    acknowledged.set(answer.body.id, sha256(content));
    return;
  }
  throw new Error("The upload was never completed");
}

/** A complete download is correct; one that breaks off is noticed. */
async function download(): Promise<void> {
  const [id = "", sum] = [...acknowledged][randomInt(acknowledged.size)] ?? [];
  const answer = await call("GET", `/api/media/${id}/download`, { cookie: owner.cookie }).catch(() => null);
  if (!answer) outcomes.refused++;
  else if (hasSucceeded(answer)) expect([id, sha256(answer.bytes)]).toEqual([id, sum]);
}

/** A disturbed derivation waits for another try: only a picture that can't be decoded has failed. */
async function derive(): Promise<void> {
  const id = pictures[randomInt(pictures.length)] ?? "";
  await db.media.updateMany({ where: { id }, data: { derivatives: "pending", deriveAttempts: 0 } });
  await enqueueDerive(id);
  // One more than the number of broken requests: each half body costs a try.
  for (let tries = 0; tries < 8; tries++) {
    try {
      expect(await deriveMedia(id)).toBe("ready");
      outcomes.done++;
      return;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      outcomes.refused++;
    }
  }
  throw new Error("The picture was never made");
}

/** A listing that breaks off must not look like a shorter list. */
async function list(): Promise<void> {
  const names: string[] = [];
  try {
    for await (const { key } of getStorage().list(`families/${owner.familyId}/originals/`)) names.push(key);
  } catch (error) {
    expect(error).toMatchObject({ name: "StorageError", code: "unavailable" });
    outcomes.refused++;
    return;
  }
  expect(names.length).toBeGreaterThanOrEqual(acknowledged.size);
  outcomes.done++;
}

const operations = [uploadSingle, uploadChunked, download, derive, list];

describeWithServer("an S3 server that misbehaves in the middle of work", () => {
  beforeAll(async () => {
    server = await sharedS3Server();
    s3 = await startFaultyS3(server.endpoint);
    const bucket = `test-${randomUUID()}`;
    await createBucket(server, bucket);
    replaceStorage(
      new S3Storage({
        bucket,
        region: "us-east-1",
        endpoint: s3.endpoint,
        accessKeyId: server.accessKeyId,
        secretAccessKey: server.secretAccessKey,
        scratchFolder: path.join(process.env.DATA_DIR ?? "", "scratch"),
        // Waiting 15 seconds a hundred times would take too long.
        idleTimeoutMs: 1000,
      }),
    );
    await getStorage().verifyRoot({ expectExisting: false });
    owner = await createOwner({ tier: "premium" });
    for (const upload of [uploadSingle, uploadSingle, uploadChunked]) await upload();
  }, 120_000);
  afterAll(async () => {
    replaceStorage();
    await s3?.stop();
  });

  test.each(s3Faults)(
    `by %s in ${rounds} rounds costs no upload, and errors are readable`,
    async (fault: S3Fault) => {
      let broken = 0;
      const refusedBefore = outcomes.refused;
      for (let round = 0; round < rounds; round++) {
        const work = operations[round % operations.length] ?? list;
        // From one request, which a retry survives, to more than all tries of one call.
        s3.breakRequests(fault, {
          from: randomInt(0, work === list ? 1 : 4),
          count: randomInt(1, fault === "timeout" ? 5 : 8),
          isLate: randomInt(2) === 1,
        });
        await work();
        broken += Object.values(s3.mend()).reduce((sum, count) => sum + count, 0);
        if (round % roundsBetweenLooks === roundsBetweenLooks - 1) await expectInvariants({ acknowledged });
      }
      await expectInvariants({ acknowledged });
      // The rounds weren't vacuous.
      expect(broken).toBeGreaterThan(rounds / 2);
      if (isFullRun) expect(outcomes.refused).toBeGreaterThan(refusedBefore);
    },
    60_000 + rounds * 10_000,
  );
});
