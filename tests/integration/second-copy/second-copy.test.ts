import { existsSync, renameSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { databasePool, db } from "@/lib/db";
import { beginSecondCopy } from "@/lib/operations/second-copy/server/begin-service";
import { databaseFolder } from "@/lib/operations/second-copy/server/changes-service";
import { copyOnce, runRound } from "@/lib/operations/second-copy/server/copy-service";
import { originalName } from "@/lib/operations/second-copy/server/names";
import {
  canRest,
  removeGoneOriginals,
  removeUnknownOriginals,
} from "@/lib/operations/second-copy/server/originals-service";
import { asCopyErrors } from "@/lib/operations/second-copy/server/state-service";
import { openTarget } from "@/lib/operations/second-copy/server/target";
import { warnWhenLate } from "@/lib/operations/second-copy/server/warning-service";
import { checkSecondCopy } from "@/lib/operations/system/server/checks/second-copy-check-service";
import { asStorageError } from "@/lib/platform/storage/disk-file";
import { getStorage } from "@/lib/platform/storage/storage";
import { fileHashes, mediaFolder, newFolder, runBuilt } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import {
  emptyFolder,
  newKeyFile,
  restoreElsewhere,
  restoreInto,
  withDatabaseOf,
} from "@/tests/support/second-copies";
import { withTestStorage } from "@/tests/support/test-storage";
import { storeVoiceNote } from "@/tests/support/voice-notes";
import { wholeDatabase } from "@/tests/support/whole-database";

// The tests are stages in one album's life: each starts where the previous one ended.

const key = await newKeyFile();
const copy = emptyFolder("copy");
process.env.SECOND_COPY = copy;
process.env.SECOND_COPY_KEY = key.recipient;
// No power cut is expected, so nothing waits for the disk. As in the product, the log kept for an absent copy is
// limited, but to what a test can write.
const settings = ["fsync=off", "max_slot_wal_keep_size=32MB"];
await withOwnPostgres(process.env.DATA_DIR ?? "", settings);
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
jest.setTimeout(120_000);

const secret = "Grandmother's jam, which nobody else may read of";
const restored = (...more: string[]) => restoreElsewhere(["--from", copy, "--key", key.file, ...more]);
const originalsIn = async (dataDir?: string) => {
  const files = Object.entries(await fileHashes(mediaFolder(dataDir)));
  return Object.fromEntries(files.filter(([name]) => name.includes("/originals/")));
};
const round = () => runRound(new AbortController().signal, { base: null, tidiedAt: Date.now() });
const problem = async () => (await db.secondCopy.findFirst({ select: { problem: true } }))?.problem ?? null;

/** Tables with the copy's progress are left out; the one whose pictures are made again is compared separately. */
async function rowsOf(url: string) {
  const { SecondCopy: _, SecondCopyFile: __, Media: ___, ...prints } = await wholeDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: media } = await client.query(
    `SELECT id, "familyId", description, sha256, bytes, "storagePath", "deletedAt" FROM "Media" ORDER BY id`,
  );
  const { rows: jobs } = await client.query("SELECT id FROM graphile_worker._private_jobs ORDER BY id");
  await client.end();
  return { prints, media, jobs };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

/** When the copy was begun, or continued after a restore. */
async function begunAtOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ begunAt: Date }>('SELECT "begunAt" FROM "SecondCopy"');
  await client.end();
  return rows[0]?.begunAt.getTime() ?? 0;
}

let owner: FamilyPerson;
let fileless = "";

test("nothing is copied before a person has started the copy, and nothing into a folder that doesn't exist", async () => {
  owner = await createOwner({ name: "The Okafors of Leeds" });
  for (const description of ["one", "two", secret]) await storeMedia(owner, { description });
  await round();
  expect(await readdir(copy)).toEqual([]);
  expect(await checkSecondCopy()).toMatchObject({
    level: "wrong",
    advice: expect.stringContaining("--begin"),
  });
  renameSync(copy, `${copy}-away`);
  try {
    await expect(beginSecondCopy()).rejects.toThrow(`There is no folder ${copy}`);
    expect(existsSync(copy)).toBe(false);
  } finally {
    renameSync(`${copy}-away`, copy);
  }
  expect(await beginSecondCopy()).toMatchObject({ isContinued: false });
});

test("the copy has every original and the database, and without the key it reveals nothing about people", async () => {
  await copyOnce();
  const names = await namesIn(copy);
  expect(names.filter((name) => name.startsWith("originals/"))).toHaveLength(3);
  expect(names.filter((name) => !name.endsWith(".age"))).toEqual(["second-copy.json"]);
  for (const name of names) {
    expect(name).toMatch(/^second-copy\.json$|^(originals|database)\/[\dA-Z/.-]+$/i);
    expect(name).not.toContain("beach");
    const content = await readFile(path.join(copy, name));
    for (const word of [secret, "Okafor", owner.username, owner.email, "CREATE TABLE"])
      expect([name, content.includes(word)]).toEqual([name, false]);
  }
  const { level, message } = await checkSecondCopy();
  // A test's copy can't be on another disk.
  expect([level, message]).toEqual([
    "warn",
    expect.stringMatching(/^\d+ seconds? old, but on the same disk/),
  ]);
});

test("after the data folder is lost, the same rows and originals are restored, and only with the key", async () => {
  await storeMedia(owner, { description: "four" });
  await db.heart.create({
    data: {
      familyId: owner.familyId,
      userId: owner.userId,
      mediaId: (await db.media.findFirstOrThrow({ select: { id: true } })).id,
    },
  });
  await databasePool().query("SELECT graphile_worker.add_job('maintenance.cleanup', '{}')");
  await copyOnce();
  const before = { rows: await rowsOf(process.env.DATABASE_URL ?? ""), files: await originalsIn() };

  const other = await newKeyFile();
  const wrong = await restoreElsewhere(["--from", copy, "--key", other.file]);
  expect([wrong.code, wrong.words]).toEqual([1, expect.stringContaining("doesn't open the copy")]);
  expect(await readdir(wrong.dataDir)).toEqual([]);

  const { code, words, dataDir } = await restored();
  expect([code, words]).toEqual([0, expect.stringContaining("with 4 originals")]);
  const after = await withDatabaseOf(dataDir, rowsOf);
  expect({ rows: after, files: await originalsIn(dataDir) }).toEqual(before);
  expect(Object.keys(before.files)).toHaveLength(4);
  // An existing album is never overwritten.
  await expect(restoreInto(dataDir, ["--from", copy, "--key", key.file])).rejects.toThrow("never overwrites");
});

test("any moment can be restored, including what was erased after it", async () => {
  const lost = await storeMedia(owner, { description: "erased later" });
  await copyOnce();
  await delay(20);
  const at = new Date();
  await delay(20);
  const before = { rows: await rowsOf(process.env.DATABASE_URL ?? ""), files: await originalsIn() };
  const { storagePath } = await db.media.findUniqueOrThrow({
    where: { id: lost.id },
    select: { storagePath: true },
  });
  await db.media.delete({ where: { id: lost.id }, select: { id: true } });
  await getStorage().delete(storagePath);
  await db.media.updateMany({ data: { description: "changed" } });
  await copyOnce();

  const then = await restored("--at", at.toISOString());
  expect([then.code, then.words]).toEqual([0, expect.stringContaining(`as of ${at.toISOString()}`)]);
  expect({
    rows: await withDatabaseOf(then.dataDir, rowsOf),
    files: await originalsIn(then.dataDir),
  }).toEqual(before);
  expect(before.rows.media).toContainEqual(expect.objectContaining({ description: "erased later" }));

  const tooEarly = await restored("--at", new Date(Date.now() - 3_600_000).toISOString());
  expect([tooEarly.code, tooEarly.words]).toEqual([1, expect.stringContaining("doesn't go back to")]);
});

test("erased data leaves the copy after the moments that include it", async () => {
  const gone = await db.secondCopyFile.findFirstOrThrow({
    where: { goneAt: { not: null } },
    select: { key: true },
  });
  const inCopy = async () => (await namesIn(copy)).filter((name) => name.startsWith("originals/")).length;
  const target = openTarget(copy);
  const day = 86_400_000;
  await removeGoneOriginals({ target }, new Date(Date.now() + 14 * day));
  expect(await inCopy()).toBe(5);
  await removeGoneOriginals({ target }, new Date(Date.now() + 15.1 * day));
  expect(await inCopy()).toBe(4);
  expect(await db.secondCopyFile.findUnique({ where: { key: gone.key }, select: { key: true } })).toBeNull();
});

test("originals that a restored album doesn't know stay for as long as moments before the restore", async () => {
  const { id, storagePath } = await storeMedia(owner);
  await round();
  // As if the moment restored were from before it was added, ten days ago.
  await db.media.delete({ where: { id }, select: { id: true } });
  await db.secondCopyFile.delete({ where: { key: storagePath }, select: { key: true } });
  const name = originalName(storagePath) ?? "";
  const day = 86_400_000;
  const tenDaysAgo = new Date(Date.now() - 10 * day);
  await utimes(path.join(copy, name), tenDaysAgo, tenDaysAgo);
  await db.secondCopy.updateMany({ data: { begunAt: new Date() } });
  const before = await namesIn(copy);
  const target = openTarget(copy);
  for (const days of [0, 6, 14]) {
    await removeUnknownOriginals({ target }, new Date(Date.now() + days * day));
    expect(await namesIn(copy)).toEqual(before);
  }
  await removeUnknownOriginals({ target }, new Date(Date.now() + 15.1 * day));
  expect(await namesIn(copy)).toEqual(before.filter((one) => one !== name));
});

test("a video that becomes a Live Photo's clip isn't removed until its photo is", async () => {
  const photo = await storeMedia(owner);
  const video = await storeMedia(owner, { mediaType: "video" });
  const { storagePath, sha256, bytes } = await db.media.findUniqueOrThrow({
    where: { id: video.id },
    select: { storagePath: true, sha256: true, bytes: true },
  });
  await db.secondCopyFile.update({ where: { key: storagePath }, data: { copiedAt: new Date() } });
  const isGone = async () => {
    const row = await db.secondCopyFile.findUniqueOrThrow({
      where: { key: storagePath },
      select: { goneAt: true },
    });
    return row.goneAt !== null;
  };
  await db.$transaction([
    db.mediaClip.create({
      data: {
        id: video.id,
        mediaId: photo.id,
        familyId: owner.familyId,
        fileName: "beach.mov",
        mimeType: "video/quicktime",
        storagePath,
        sha256,
        bytes,
        durationMs: 2000,
      },
      select: { id: true },
    }),
    db.media.delete({ where: { id: video.id }, select: { id: true } }),
  ]);
  expect(await isGone()).toBe(false);
  await db.media.delete({ where: { id: photo.id }, select: { id: true } });
  expect(await isGone()).toBe(true);
});

test("a voice note's recording is copied like an original, and removed with its comment", async () => {
  const photo = await storeMedia(owner);
  const { storagePath: key, commentId } = await storeVoiceNote(owner, photo.id);
  await round();
  const row = () =>
    db.secondCopyFile.findUnique({ where: { key }, select: { copiedAt: true, goneAt: true } });
  expect(await row()).toEqual({ copiedAt: expect.any(Date), goneAt: null });
  await db.comment.delete({ where: { id: commentId }, select: { id: true } });
  expect(await row()).toMatchObject({ goneAt: expect.any(Date) });
  await db.media.delete({ where: { id: photo.id }, select: { id: true } });
});

test("a folder that is read-only for the service says so, and where to change that", async () => {
  const refused = Object.assign(new Error("EROFS: read-only file system"), {
    code: "EROFS",
    syscall: "open",
  });
  const target = openTarget(copy);
  const failed = asCopyErrors(target, () => Promise.reject(asStorageError(refused)));
  await expect(failed).rejects.toMatchObject({
    message: `${copy} can't be used: The storage answered EROFS.`,
    advice: expect.stringContaining("systemd service"),
  });
});

test("while the disk is missing nothing is written in its place, and people are notified once", async () => {
  renameSync(copy, `${copy}-away`);
  try {
    await storeMedia(owner);
    await round();
    expect(existsSync(copy)).toBe(false);
    expect(await problem()).toContain("the disk isn't mounted");
    const inAnHour = new Date(Date.now() + 3_700_000);
    for (let minutes = 0; minutes < 3; minutes++)
      await warnWhenLate(new Date(inAnHour.getTime() + minutes * 60_000));
    const mails = await db.outboxMessage.findMany({
      select: { template: true, recipient: true, text: true },
    });
    expect(mails).toEqual([
      {
        template: "secondCopyLate",
        recipient: owner.email,
        text: expect.stringMatching(/isn't mounted[\s\S]*|61 minutes/),
      },
    ]);
    expect(await checkSecondCopy()).toMatchObject({
      level: "wrong",
      message: expect.stringContaining("isn't mounted"),
    });
  } finally {
    renameSync(`${copy}-away`, copy);
  }
  await copyOnce();
  await warnWhenLate();
  expect(await db.secondCopy.findFirst({ select: { problem: true, warnedAt: true } })).toEqual({
    problem: null,
    warnedAt: null,
  });
});

test("a copy that was away so long that its log is gone starts again, and keeps its earlier moments", async () => {
  const setAll = (description: string) => db.media.updateMany({ data: { description } });
  const descriptions = async ({ dataDir, ...ended }: Awaited<ReturnType<typeof restored>>) => {
    const { media } = await withDatabaseOf(dataDir, rowsOf);
    return { code: ended.code, found: [...new Set(media.map(({ description }) => description))] };
  };
  await setAll("before it went away");
  await copyOnce();
  await delay(20);
  const at = new Date();
  await delay(20);
  renameSync(copy, `${copy}-away`);
  try {
    await setAll("while it was away");
    // Five WAL files of 16 MB each.
    for (let file = 0; file < 5; file++) {
      await databasePool().query("SELECT pg_logical_emit_message(true, 'test', 'a change')");
      await databasePool().query("SELECT pg_switch_wal()");
    }
    await databasePool().query("CHECKPOINT");
  } finally {
    renameSync(`${copy}-away`, copy);
  }
  const { rows } = await databasePool().query("SELECT wal_status FROM pg_replication_slots");
  expect(rows).toEqual([{ wal_status: "lost" }]);
  await copyOnce();
  expect(await descriptions(await restored())).toEqual({ code: 0, found: ["while it was away"] });
  const earlier = await restored("--at", at.toISOString());
  expect(await descriptions(earlier)).toEqual({ code: 0, found: ["before it went away"] });
});

test("an original that the album has lost or that was changed is reported, and stops nothing", async () => {
  const { id } = await storeMedia(owner, { hasFiles: false });
  await storeMedia(owner);
  await copyOnce();
  expect(await checkSecondCopy()).toMatchObject({
    level: "warn",
    message: expect.stringContaining("without 1 original missing from the album itself"),
  });
  fileless = id;
});

test("an original that can't be read stops neither the others nor the database, and is copied once it can", async () => {
  const [unreadable, other] = [await storeMedia(owner), await storeMedia(owner)];
  const original = path.join(mediaFolder(), unreadable.storagePath);
  await rm(original);
  await mkdir(original);
  await copyOnce();
  const row = (key: string) =>
    db.secondCopyFile.findUnique({ where: { key }, select: { copiedAt: true, missingAt: true } });
  expect(await row(unreadable.storagePath)).toEqual({ copiedAt: null, missingAt: expect.any(Date) });
  expect(await row(other.storagePath)).toEqual({ copiedAt: expect.any(Date), missingAt: null });
  expect(await checkSecondCopy()).toMatchObject({
    message: expect.stringContaining("without 2 originals missing from the album itself"),
  });
  await rm(original, { recursive: true });
  await writeFile(original, unreadable.content);
  await db.secondCopyFile.update({
    where: { key: unreadable.storagePath },
    data: { missingAt: new Date(Date.now() - 3_700_000) },
    select: { key: true },
  });
  await copyOnce();
  expect(await row(unreadable.storagePath)).toEqual({ copiedAt: expect.any(Date), missingAt: null });
  await db.media.deleteMany({ where: { id: { in: [unreadable.id, other.id] } } });
});

test("while the album's own storage is away, its originals don't count as missing", async () => {
  const { id, storagePath } = await storeMedia(owner);
  const row = () =>
    db.secondCopyFile.findUnique({ where: { key: storagePath }, select: { missingAt: true } });
  renameSync(mediaFolder(), `${mediaFolder()}-away`);
  try {
    await round();
    expect(await problem()).toContain("The album's own photo storage can't be used");
    expect(await row()).toEqual({ missingAt: null });
  } finally {
    renameSync(`${mediaFolder()}-away`, mediaFolder());
  }
  await copyOnce();
  expect(await problem()).toBeNull();
  await db.media.delete({ where: { id }, select: { id: true } });
});

test("a base that would lack a file is not made, and the next one has all of them", async () => {
  const bases = async () => (await namesIn(copy)).filter((name) => name.includes("/base-"));
  const before = await bases();
  const unreadable = path.join(databaseFolder(), "unreadable");
  await symlink(unreadable, unreadable);
  await db.secondCopy.updateMany({ data: { baseAt: null } });
  try {
    await expect(copyOnce()).rejects.toThrow("ELOOP");
    expect(await bases()).toEqual(before);
  } finally {
    await rm(unreadable);
  }
  await copyOnce();
  expect(await bases()).toHaveLength(before.length + 2);
});

test("a restored album doesn't write to the copy until a person says so, and then continues it", async () => {
  const { code, words, dataDir } = await restored();
  expect([code, words]).toEqual([2, expect.stringContaining(`originals/${fileless}.jpg`)]);
  await withDatabaseOf(dataDir, async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('DELETE FROM "Media" WHERE id = $1', [fileless]);
    await client.end();
    const env = { DATA_DIR: dataDir, DATABASE_URL: url };
    const paused = await runBuilt("second-copy", ["--now"], env);
    expect([paused.code, paused.words]).toEqual([1, expect.stringContaining("hasn't been begun")]);
    // As if it had been removed from the copy after the restored moment.
    const [original = ""] = Object.keys(await originalsIn(dataDir));
    await rm(path.join(copy, originalName(original) ?? ""));
    const begun = await runBuilt("second-copy", ["--begin"], env);
    expect([begun.code, begun.words]).toEqual([0, expect.stringContaining("is continued")]);
    const copied = await runBuilt("second-copy", ["--now"], env);
    expect([copied.code, copied.words]).toEqual([0, expect.stringMatching(/^\d+ seconds? old/m)]);
    const begunAt = await begunAtOf(url);
    // Restoring only the rows of a backup continues the copy too, from the restore on.
    const backup = newFolder();
    expect((await runBuilt("backup", [backup], env)).code).toBe(0);
    expect((await runBuilt("restore", [backup, "--only-database"], env)).code).toBe(0);
    expect(await begunAtOf(url)).toBeGreaterThan(begunAt);
  });
  // Its changes belong to another lineage: the latest state can be restored, and so can an earlier moment.
  const again = await restored();
  expect(again.code).toBe(0);
  expect(Object.keys(await originalsIn(again.dataDir))).toHaveLength(6);
});

test("another album's copy is never written to", async () => {
  await db.secondCopy.deleteMany();
  await expect(beginSecondCopy()).rejects.toThrow("already has the copy of another album");
  await db.secondCopy.create({
    data: { copyId: crypto.randomUUID(), recipients: [key.recipient], begunAt: new Date() },
  });
  const before = await namesIn(copy);
  await round();
  expect(await problem()).toContain("has the copy of another album");
  expect(await namesIn(copy)).toEqual(before);
});

test("copying pauses while people upload, but not once an original has waited for half a minute", async () => {
  const now = Date.now();
  const added = (secondsAgo: number) => new Date(now - secondsAgo * 1_000);
  const newest = { key: "family/media/newest/original", bytes: 1, sha256: "0".repeat(64) };
  await db.secondCopyFile.create({ data: { ...newest, addedAt: added(2) }, select: { key: true } });
  expect(await canRest(added(20), new Date(now))).toBe(true);
  expect(await canRest(added(31), new Date(now))).toBe(false);
  await db.secondCopyFile.update({
    where: { key: newest.key },
    data: { addedAt: added(6) },
    select: { key: true },
  });
  expect(await canRest(added(20), new Date(now))).toBe(false);
  await db.secondCopyFile.delete({ where: { key: newest.key }, select: { key: true } });
});
