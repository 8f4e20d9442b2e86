import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { databasePool, db } from "@/lib/db";
import {
  checkIntegrity,
  latestFamilyIntegrity,
  latestIntegrityReport,
  requeueIntegrityCheck,
  startIntegrityCheck,
} from "@/lib/operations/integrity/server/service";
import { getStorage } from "@/lib/platform/storage/storage";
import { packageKey } from "@/lib/shop/prints/server/print-job-service";
import { memberActorOf } from "@/tests/support/actors";
import { fileHashes } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  type StoredMedia,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { storePrintOrder } from "@/tests/support/print-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { storeVoiceNote } from "@/tests/support/voice-notes";
import { wholeDatabase } from "@/tests/support/whole-database";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
withTestStorage();

const root = () => path.resolve(process.env.DATA_DIR ?? "", "media");
const file = (key: string) => path.join(root(), key);

/** Makes everything look as if it had arrived days ago. */
async function letTimePass(): Promise<void> {
  const daysAgo = new Date(Date.now() - 3 * 86_400_000);
  const entries = await readdir(root(), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile()) await utimes(path.join(entry.parentPath, entry.name), daysAgo, daysAgo);
  }
}

async function check(): Promise<void> {
  const reportId = await startIntegrityCheck();
  await checkIntegrity(reportId);
}

async function storeMany(owner: FamilyPerson, count: number): Promise<StoredMedia[]> {
  const kept = [];
  for (let index = 0; index < count; index++) kept.push(await storeMedia(owner));
  return kept;
}

const none = { missing: 0, truncated: 0, altered: 0, rowless: 0, orphan: 0 };

test("ten deleted, ten truncated, ten flipped, ten orphans and ten lost rows are each reported as exactly ten", async () => {
  const owner = await createOwner();
  const other = await createOwner();
  await storeMedia(other);
  const items = await storeMany(owner, 60);
  const next = () => items.splice(0, 10);
  for (const { storagePath } of next()) await rm(file(storagePath));
  for (const { storagePath } of next()) await truncate(file(storagePath), 20);
  for (const { storagePath } of next()) {
    const bytes = await readFile(file(storagePath));
    bytes[10] = (bytes[10] ?? 0) ^ 0x10;
    await writeFile(file(storagePath), bytes);
  }
  for (let index = 0; index < 10; index++) {
    await writeFile(file(`families/${owner.familyId}/originals/${randomUUID()}.jpg`), `orphan ${index}`);
  }
  await databasePool().query(`DELETE FROM "Media" WHERE id = ANY($1)`, [next().map(({ id }) => id)]);
  await letTimePass();

  const rows = await wholeDatabase(process.env.DATABASE_URL ?? "");
  const files = await fileHashes(root());
  await check();
  const ten = { missing: 10, truncated: 10, altered: 10, rowless: 10, orphan: 10 };
  expect(await latestIntegrityReport()).toMatchObject({ status: "done", counts: ten, mediaChecked: 51 });
  expect(await latestFamilyIntegrity(await memberActorOf(owner))).toMatchObject({ counts: ten });
  expect(await latestFamilyIntegrity(await memberActorOf(other))).toMatchObject({ counts: none });

  // The check reports and changes nothing.
  expect(await fileHashes(root())).toEqual(files);
  const { Media, Family, MediaMonth } = await wholeDatabase(process.env.DATABASE_URL ?? "");
  expect({ Media, Family, MediaMonth }).toEqual({
    Media: rows.Media,
    Family: rows.Family,
    MediaMonth: rows.MediaMonth,
  });
});

test("an intact album is reported as intact, whatever was uploaded today or is in the trash", async () => {
  const owner = await createOwner();
  const [first] = await storeMany(owner, 5);
  await db.media.updateMany({ where: { id: first?.id ?? "" }, data: { deletedAt: new Date() } });
  const orderId = await storePrintOrder(owner);
  // Its picture has a row but no file.
  await db.media.deleteMany({ where: { orderedPrints: { some: { orderId } } } });
  await getStorage().replace(packageKey(owner.familyId, orderId), Buffer.from("a package for the lab"));
  await letTimePass();
  await mkdir(path.dirname(file(`families/${owner.familyId}/originals/x`)), { recursive: true });
  // A file whose upload has no row yet.
  await writeFile(file(`families/${owner.familyId}/originals/${randomUUID()}.jpg`), "young");
  await check();
  expect(await latestIntegrityReport()).toMatchObject({ status: "done", counts: none, mediaChecked: 5 });
});

test("a Live Photo's clip is checked like an original, and derivatives of it as a video are orphans", async () => {
  const owner = await createOwner();
  const photos = await storeMany(owner, 4);
  const stored = [];
  for (const { id } of photos) stored.push(await storeClip(owner, id));
  await letTimePass();
  await check();
  expect(await latestIntegrityReport()).toMatchObject({ status: "done", counts: none, mediaChecked: 4 });

  const [gone, cut, altered, whole] = stored;
  await rm(file(gone?.storagePath ?? ""));
  await truncate(file(cut?.storagePath ?? ""), 20);
  await writeFile(file(altered?.storagePath ?? ""), Buffer.alloc(4_000));
  await getStorage().replace(
    derivativeKey(owner.familyId, whole?.id ?? "", "thumbnail"),
    Buffer.from("poster"),
  );
  await letTimePass();
  await check();
  const counts = { missing: 1, truncated: 1, altered: 1, rowless: 0, orphan: 1 };
  expect(await latestIntegrityReport()).toMatchObject({ status: "done", counts });
  const found = await db.integrityFinding.findMany({
    select: { storageKey: true, mediaId: true, kind: true },
  });
  expect(found).toContainEqual({ storageKey: gone?.storagePath, mediaId: photos[0]?.id, kind: "missing" });
});

test("a voice note's recording is checked like an original, and is an orphan if left behind", async () => {
  const owner = await createOwner();
  const [item] = await storeMany(owner, 1);
  const notes = [];
  for (let at = 0; at < 3; at++) notes.push(await storeVoiceNote(owner, item?.id ?? ""));
  await letTimePass();
  await check();
  expect(await latestIntegrityReport()).toMatchObject({ status: "done", counts: none, mediaChecked: 1 });

  const [gone, altered, left] = notes;
  await rm(file(gone?.storagePath ?? ""));
  await writeFile(file(altered?.storagePath ?? ""), Buffer.alloc(3_000));
  await db.commentRecording.deleteMany({ where: { id: left?.id ?? "" } });
  await letTimePass();
  await check();
  const counts = { missing: 1, truncated: 0, altered: 1, rowless: 0, orphan: 1 };
  expect(await latestIntegrityReport()).toMatchObject({ status: "done", counts });
});

test("the family's admins are notified once of the same findings, members and other families never", async () => {
  const owner = await createOwner();
  const admin = await createMember(owner.familyId, "admin");
  await createMember(owner.familyId);
  await createOwner();
  const [first, second] = await storeMany(owner, 2);
  await rm(file(first?.storagePath ?? ""));
  await check();
  await check();
  const notified = async () =>
    (await db.notification.findMany({ select: { userId: true, url: true, kind: true } })).sort((one, two) =>
      one.userId.localeCompare(two.userId),
    );
  const both = [owner, admin].map(({ userId }) => userId).sort();
  expect(await notified()).toEqual(
    both.map((userId) => ({ userId, url: "/admin/maintenance", kind: "account" })),
  );
  await rm(file(second?.storagePath ?? ""));
  await check();
  expect(await notified()).toHaveLength(4);
});

test.each([
  ["empty", () => rm(root(), { recursive: true }).then(() => mkdir(root()))],
  ["not mounted", () => rename(root(), `${root()}-away`)],
])("a store that is %s is refused, and nothing is reported missing", async (_, takeAway) => {
  const owner = await createOwner();
  await storeMany(owner, 3);
  await takeAway();
  try {
    await check();
    const report = await latestIntegrityReport();
    expect(report).toMatchObject({ status: "refused", counts: none });
    expect(report?.reason).toBeTruthy();
    expect(await db.notification.count()).toBe(0);
  } finally {
    await rm(root(), { recursive: true, force: true });
    await rename(`${root()}-away`, root()).catch(() => {});
    await getStorage().verifyRoot({ expectExisting: false });
  }
});

test("an original that can't be read is reported as altered, and the others are checked all the same", async () => {
  const owner = await createOwner();
  const [unreadable, gone] = await storeMany(owner, 4);
  await rm(file(unreadable?.storagePath ?? ""));
  await mkdir(file(unreadable?.storagePath ?? ""));
  await rm(file(gone?.storagePath ?? ""));
  await check();
  expect(await latestIntegrityReport()).toMatchObject({
    status: "done",
    mediaChecked: 4,
    counts: { ...none, altered: 1, missing: 1 },
  });
});

test("requeuing a check that waits for its next attempt doesn't reset its attempts", async () => {
  await startIntegrityCheck();
  await databasePool().query(
    "UPDATE graphile_worker._private_jobs SET attempts = 4, run_at = now() + interval '1 hour'",
  );
  await requeueIntegrityCheck();
  const { rows } = await databasePool().query("SELECT attempts FROM graphile_worker._private_jobs");
  expect(rows).toEqual([{ attempts: 4 }]);
  await databasePool().query("DELETE FROM graphile_worker._private_jobs");
  await workOffQueue();
  expect(await latestIntegrityReport()).toMatchObject({ status: "done" });
});

test("one comparison runs at a time, and an interrupted one resumes where it stopped", async () => {
  const owner = await createOwner();
  const items = await storeMany(owner, 8);
  const [id, again] = await Promise.all([startIntegrityCheck(), startIntegrityCheck()]);
  expect(again).toBe(id);
  // The worker stops after each item.
  const stopping = AbortSignal.abort();
  for (let round = 0; round < 3; round++) await checkIntegrity(id, stopping);
  const broken = await db.integrityReport.findUniqueOrThrow({
    where: { id },
    select: { status: true, mediaChecked: true },
  });
  expect(broken).toEqual({ status: "running", mediaChecked: 3 });
  for (const { storagePath } of items) await rm(file(storagePath));
  await workOffQueue();
  expect(await latestIntegrityReport()).toMatchObject({
    status: "done",
    mediaChecked: 8,
    counts: { ...none, missing: 5 },
  });
});
