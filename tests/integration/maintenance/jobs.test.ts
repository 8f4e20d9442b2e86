import { renameSync } from "node:fs";
import { mkdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { requeueImports } from "@/lib/album/imports/server/running-service";
import { enqueueImport } from "@/lib/album/imports/server/tasks";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { databasePool, db } from "@/lib/db";
import type { MaintenanceJobDto } from "@/lib/operations/maintenance/schema";
import { requeueMaintenance, runMaintenance } from "@/lib/operations/maintenance/server/run-service";
import { storeAlbum } from "@/tests/support/album-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  type Person,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { storeImport } from "@/tests/support/import-calls";
import { plainPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();
withTestStorage();

const file = (key: string) => path.resolve(process.env.DATA_DIR ?? "", "media", key);
const list = (person: Person | null) =>
  call<MaintenanceJobDto[]>("GET", "/api/admin/maintenance", { cookie: person?.cookie ?? null });
const start = (person: Person | null, task: string) =>
  call<MaintenanceJobDto>("POST", `/api/admin/maintenance/${task}`, { cookie: person?.cookie ?? null });

async function latest(person: Person): Promise<MaintenanceJobDto | undefined> {
  return (await list(person)).body[0];
}

test("verifying originals reports what is missing, truncated or altered, and changes nothing", async () => {
  const owner = await createOwner();
  const items = [];
  for (let index = 0; index < 6; index++) items.push(await storeMedia(owner, { fileName: `${index}.jpg` }));
  const [missing, truncated, altered] = items;
  await rm(file(missing?.storagePath ?? ""));
  await truncate(file(truncated?.storagePath ?? ""), 9);
  const bytes = await readFile(file(altered?.storagePath ?? ""));
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  await writeFile(file(altered?.storagePath ?? ""), bytes);

  const started = await start(owner, "verify-originals");
  expect(started).toMatchObject({
    status: 202,
    body: { task: "verify-originals", status: "queued", progress: 0 },
  });
  await workOffQueue();
  const job = await latest(owner);
  expect(job).toMatchObject({
    id: started.body.id,
    status: "done",
    progress: 100,
    processed: 6,
    total: 6,
    result: { intact: 3, missing: 1, truncated: 1, altered: 1 },
  });
  expect(job?.result.items?.map(({ fileName, problem }) => [fileName, problem]).sort()).toEqual([
    ["0.jpg", "missing"],
    ["1.jpg", "truncated"],
    ["2.jpg", "altered"],
  ]);
});

test("verifying reads the clip of a Live Photo too", async () => {
  const owner = await createOwner();
  const [whole, broken] = [await storeMedia(owner), await storeMedia(owner, { fileName: "b.jpg" })];
  await storeClip(owner, whole.id);
  const clip = await storeClip(owner, broken.id);
  await truncate(file(clip.storagePath), 9);
  await start(owner, "verify-originals");
  await workOffQueue();
  const job = await latest(owner);
  expect(job?.result).toMatchObject({ intact: 1, truncated: 1 });
  expect(job?.result.items).toEqual([{ id: broken.id, fileName: "b.jpg", problem: "truncated" }]);
});

test("rebuilding recreates lost thumbnails and leaves old ones if the original is gone", async () => {
  const owner = await createOwner();
  const content = await plainPicture("jpeg", 64, 48);
  const lost = await storeMedia(owner, { content });
  const gone = await storeMedia(owner);
  const broken = await storeMedia(owner, { content: Buffer.from("no picture at all") });
  const thumbnail = (id: string) => file(derivativeKey(owner.familyId, id, "thumbnail"));
  await rm(thumbnail(lost.id));
  await rm(file(gone.storagePath));
  await start(owner, "rebuild-thumbnails");
  await workOffQueue();
  expect(await latest(owner)).toMatchObject({ status: "done", result: { rebuilt: 1, failed: 2 } });
  expect((await readFile(thumbnail(lost.id))).subarray(8, 12).toString()).toBe("WEBP");
  for (const { id } of [gone, broken]) {
    expect((await readFile(thumbnail(id))).toString()).toBe(`thumbnail of ${id}`);
    expect(await call("GET", `/api/images/thumbnail/${id}`, { cookie: owner.cookie })).toMatchObject({
      status: 200,
    });
  }
});

test("recounting corrects the family's counters, even while pictures arrive", async () => {
  const owner = await createOwner();
  const items = [await storeMedia(owner), await storeMedia(owner, { month: 8 })];
  const bytes = items.reduce((sum, { content }) => sum + content.length, 0);
  await db.family.update({
    where: { id: owner.familyId },
    data: { storageBytes: 7n },
    select: { id: true },
  });
  await databasePool().query(`UPDATE "MediaMonth" SET "itemCount" = 9 WHERE month = 8`);
  await databasePool().query(
    `INSERT INTO "MediaMonth" ("familyId", year, month, "itemCount") VALUES ($1, 2023, 1, 4)`,
    [owner.familyId],
  );
  await start(owner, "recount-storage");
  const [, more] = await Promise.all([workOffQueue(), storeMedia(owner)]);
  const family = await db.family.findUniqueOrThrow({
    where: { id: owner.familyId },
    select: { storageBytes: true },
  });
  expect(Number(family.storageBytes)).toBe(bytes + more.content.length);
  const months = await db.mediaMonth.findMany({ select: { year: true, month: true, itemCount: true } });
  expect(months.sort((one, two) => one.month - two.month)).toEqual([
    { year: 2024, month: 7, itemCount: 2 },
    { year: 2024, month: 8, itemCount: 1 },
  ]);
  expect(await latest(owner)).toMatchObject({
    status: "done",
    result: { storageBytesBefore: expect.any(Number), monthsCorrected: 2 },
  });
});

test("only one job of each kind is open at a time, whichever admin asks and however often", async () => {
  const owner = await createOwner();
  const admin = await createMember(owner.familyId, "admin");
  const other = await createOwner();
  const asked = await Promise.all(
    [owner, admin, owner, admin].map((person) => start(person, "verify-originals")),
  );
  expect(new Set(asked.map(({ body }) => body.id)).size).toBe(1);
  expect(asked.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const different = await start(owner, "recount-storage");
  const elsewhere = await start(other, "verify-originals");
  expect(new Set([asked[0]?.body.id, different.body.id, elsewhere.body.id]).size).toBe(3);
  expect((await list(other)).body.map(({ id }) => id)).toEqual([elsewhere.body.id]);
  await workOffQueue();
  expect((await start(owner, "verify-originals")).body.id).not.toBe(asked[0]?.body.id);
});

test("a job whose worker was stopped or killed continues after the last item it had recorded", async () => {
  const owner = await createOwner();
  for (let index = 0; index < 6; index++) await storeMedia(owner);
  const { body } = await start(owner, "verify-originals");
  await databasePool().query("DELETE FROM graphile_worker._private_jobs");
  for (let round = 0; round < 4; round++) await runMaintenance(body.id, 1, AbortSignal.abort());
  expect(await latest(owner)).toMatchObject({ status: "running", processed: 4, progress: 66 });
  // The worker was killed, and its queue job was lost with it.
  await databasePool().query("DELETE FROM graphile_worker._private_jobs");
  await workOffQueue();
  expect(await latest(owner)).toMatchObject({ status: "done", processed: 6, result: { intact: 6 } });
});

test("an unmounted store doesn't mean that every original is lost", async () => {
  const owner: FamilyPerson = await createOwner();
  await storeMedia(owner);
  const { body } = await start(owner, "verify-originals");
  const root = path.resolve(process.env.DATA_DIR ?? "", "media");
  await rename(root, `${root}-away`);
  try {
    await expect(runMaintenance(body.id, 1)).rejects.toThrow();
    expect(await latest(owner)).toMatchObject({ status: "running", processed: 0 });
    // The connection that held the job's lock is closing; PostgreSQL frees the lock only once it notices.
    await until(async () => {
      await runMaintenance(body.id, 10);
      return (await latest(owner))?.status !== "running";
    });
    const job = await latest(owner);
    expect(job).toMatchObject({ status: "failed", result: {} });
    expect(job?.error).toContain("try again");
  } finally {
    await rename(`${root}-away`, root);
  }
});

test.each([
  ["verify-originals", "intact"],
  ["rebuild-thumbnails", "rebuilt"],
])("a store that is unmounted during %s doesn't make the remaining originals missing", async (task, good) => {
  const owner = await createOwner();
  for (let index = 0; index < 3; index++) await storeMedia(owner);
  const { body } = await start(owner, task);
  const root = path.resolve(process.env.DATA_DIR ?? "", "media");
  // The job asks after each item whether it should stop.
  const { signal } = new AbortController();
  let asked = 0;
  Object.defineProperty(signal, "aborted", {
    get: () => {
      if (asked++ === 0) renameSync(root, `${root}-away`);
      return false;
    },
  });
  try {
    await expect(runMaintenance(body.id, 1, signal)).rejects.toThrow("can't be used");
    expect(await latest(owner)).toMatchObject({ status: "running", processed: 1, result: { [good]: 1 } });
  } finally {
    await rename(`${root}-away`, root);
  }
  await workOffQueue();
  expect(await latest(owner)).toMatchObject({ status: "done", processed: 3, result: { [good]: 3 } });
});

test("an original that can't be read is reported, and the others are verified all the same", async () => {
  const owner = await createOwner();
  const unreadable = await storeMedia(owner, { fileName: "a.jpg" });
  await storeMedia(owner);
  await rm(file(unreadable.storagePath));
  await mkdir(file(unreadable.storagePath));
  await start(owner, "verify-originals");
  await workOffQueue();
  expect(await latest(owner)).toMatchObject({
    status: "done",
    processed: 2,
    result: { intact: 1, altered: 1, items: [{ fileName: "a.jpg", problem: "altered" }] },
  });
});

test("requeuing a job or an import that waits for its next attempt doesn't reset its attempts", async () => {
  const owner = await createOwner();
  await start(owner, "verify-originals");
  await enqueueImport(await storeImport(owner, { state: "running" }));
  await databasePool().query(
    "UPDATE graphile_worker._private_jobs SET attempts = 9, run_at = now() + interval '1 hour'",
  );
  await requeueMaintenance();
  await requeueImports();
  const { rows } = await databasePool().query("SELECT attempts FROM graphile_worker._private_jobs");
  expect(rows).toEqual([{ attempts: 9 }, { attempts: 9 }]);
});

test("only admins see and start jobs; an unknown task is not found", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  for (const [person, status] of [
    [null, 401],
    [member, 403],
  ] as const) {
    for (const answer of [await list(person), await start(person, "recount-storage")]) {
      expect(answer.status).toBe(status);
      expectErrorBody(answer as never);
    }
  }
  expect((await start(owner, "format-disk")).status).toBe(404);
  expect((await start(owner, "recount-storage")).status).toBe(202);
});

test("a family's maintenance leaves other families' items alone", async () => {
  const [owner, other] = [await createOwner(), await createOwner()];
  await storeMedia(owner);
  await storeMedia(other);
  await start(owner, "verify-originals");
  await workOffQueue();
  expect(await latest(owner)).toMatchObject({ status: "done", processed: 1, result: { intact: 1 } });
});

test("a neighbour's jobs, items and counters, right or wrong, don't affect this family's", async () => {
  const [other, owner] = [await createOwner(), await createOwner()];
  await storeMedia(other);
  await storeMedia(other, { month: 8 });
  const { id, content } = await storeMedia(owner);
  for (const person of [owner, other]) {
    await storeAlbum(person, {}, person === owner ? [id] : []);
    await storeAlbum(person, { title: "Empty" });
  }
  await databasePool().query(`UPDATE "Album" SET "itemCount" = 5 WHERE title <> 'Empty'`);
  await databasePool().query(`UPDATE "MediaMonth" SET "itemCount" = 9`);
  await databasePool().query(
    `INSERT INTO "MediaMonth" ("familyId", year, month, "itemCount") VALUES ($1, 2023, 1, 4)`,
    [other.familyId],
  );
  await databasePool().query(`UPDATE "Family" SET "storageBytes" = CASE WHEN id = $1 THEN 7 ELSE 1000 END`, [
    owner.familyId,
  ]);
  const theirs = await start(other, "verify-originals");
  const [asked, again] = [await start(owner, "verify-originals"), await start(owner, "verify-originals")];
  expect(again.body.id).toBe(asked.body.id);
  expect(again.body.id).not.toBe(theirs.body.id);
  await start(owner, "recount-storage");
  await workOffQueue();

  const jobs = (await list(owner)).body;
  expect(jobs.find(({ id }) => id === asked.body.id)).toMatchObject({
    status: "done",
    processed: 1,
    total: 1,
  });
  expect(jobs.find(({ task }) => task === "recount-storage")?.result).toEqual({
    storageBytesBefore: 7,
    storageBytes: content.length,
    monthsCorrected: 1,
    albumsCorrected: 1,
  });
  const albumsOf = ({ familyId }: FamilyPerson) =>
    db.album.findMany({
      where: { familyId },
      select: { title: true, itemCount: true },
      orderBy: { title: "asc" },
    });
  expect((await albumsOf(owner)).map(({ itemCount }) => itemCount)).toEqual([0, 1]);
  expect((await albumsOf(other)).map(({ itemCount }) => itemCount)).toEqual([0, 5]);
  const bytesOf = async ({ familyId }: FamilyPerson) =>
    (await db.family.findUniqueOrThrow({ where: { id: familyId }, select: { storageBytes: true } }))
      .storageBytes;
  expect([await bytesOf(owner), await bytesOf(other)]).toEqual([BigInt(content.length), 1000n]);
  const monthsOf = ({ familyId }: FamilyPerson) =>
    db.mediaMonth.findMany({
      where: { familyId },
      select: { month: true, itemCount: true },
      orderBy: { month: "asc" },
    });
  expect(await monthsOf(owner)).toEqual([{ month: 7, itemCount: 1 }]);
  expect(await monthsOf(other)).toEqual([
    { month: 1, itemCount: 4 },
    { month: 7, itemCount: 9 },
    { month: 8, itemCount: 9 },
  ]);
  await start(other, "recount-storage");
  await workOffQueue();
});
