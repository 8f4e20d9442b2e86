import { createHash } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { databasePool, db } from "@/lib/db";
import { enqueue } from "@/lib/platform/queue/queue";
import { backupLock } from "@/lib/platform/storage/backup-lock";
import {
  anotherMachine,
  fileHashes,
  mediaFolder,
  newFolder,
  runBuilt,
  withOtherMachines,
} from "@/tests/support/backup-programs";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { buildBareServer, startKillableServer } from "@/tests/support/killable-server";
import { tinyPicture } from "@/tests/support/pictures";
import { storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";
import { storeVoiceNote } from "@/tests/support/voice-notes";
import { wholeDatabase } from "@/tests/support/whole-database";

withTestDatabase();
withTestStorage();
withOtherMachines();
// The tests start programs, one after the other.
jest.setTimeout(180_000);

/** A family with a bit of everything, with references between the parts. */
async function livelyFamily(): Promise<FamilyPerson> {
  const owner = await createOwner({ name: 'The "Okafor;s"\\ \t family\nof Leeds' });
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const kept = [];
  for (let index = 0; index < 12; index++) {
    kept.push(
      await storeMedia(owner, {
        month: (index % 12) + 1,
        description: `Tab\tand \\N line ${index}\n#sea 🐚`,
      }),
    );
  }
  const [first] = kept;
  await db.family.update({
    where: { id: owner.familyId },
    data: { welcomeMediaId: first?.id ?? null },
    select: { id: true },
  });
  await db.heart.create({
    data: { userId: child.userId, mediaId: first?.id ?? "", familyId: owner.familyId },
    select: { userId: true },
  });
  await db.media.updateMany({ where: { id: kept[1]?.id ?? "" }, data: { deletedAt: new Date() } });
  await storeClip(owner, kept[2]?.id ?? "");
  await storeVoiceNote(owner, kept[2]?.id ?? "", { text: "Listen!" });
  await storeBasketItem(owner);
  await storePrintOrder(owner);
  await enqueue(
    "media.remove-files",
    { keys: ["families/gone"] },
    { runAt: new Date("2040-01-01"), jobKey: "later" },
  );
  return owner;
}

test("a backup restored into an empty folder is the same album: every row, every file, usable by its people", async () => {
  const owner = await livelyFamily();
  const item = await storeMedia(owner);
  const folder = newFolder();
  const made = await runBuilt("backup", [folder]);
  expect([made.words, made.code]).toEqual([expect.stringContaining("Backed up"), 2]);
  const rows = await wholeDatabase(process.env.DATABASE_URL ?? "");
  const files = await fileHashes(mediaFolder());
  expect(Object.keys(files).length).toBeGreaterThan(30);

  const there = await anotherMachine();
  const restored = await runBuilt("restore", [folder], there);
  expect([restored.words, restored.code]).toEqual([expect.stringContaining("Restored"), 0]);
  expect(await wholeDatabase(there.DATABASE_URL)).toEqual(rows);
  expect(await fileHashes(mediaFolder(there.DATA_DIR))).toEqual(files);

  const { DATABASE_URL, DIRECT_DATABASE_URL, DATA_DIR } = process.env;
  const here = { DATABASE_URL, DIRECT_DATABASE_URL: DIRECT_DATABASE_URL ?? DATABASE_URL, DATA_DIR };
  const program = await buildBareServer();
  Object.assign(process.env, there);
  const server = await startKillableServer(program).finally(() => Object.assign(process.env, here));
  try {
    const headers = { Cookie: owner.cookie };
    const me = await fetch(`${server.origin}/api/auth/me`, { headers });
    expect(await me.json()).toMatchObject({ id: owner.userId, username: owner.username });
    const picture = await fetch(`${server.origin}/api/media/${item.id}/download`, { headers });
    expect(
      createHash("sha256")
        .update(Buffer.from(await picture.arrayBuffer()))
        .digest("hex"),
    ).toBe(item.sha256);
    const upload = await fetch(`${server.origin}/api/media`, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({
        fileName: "new.jpg",
        fileType: "image",
        year: 2024,
        month: 7,
        fileData: (await tinyPicture()).toString("base64"),
      }),
    });
    expect(upload.status).toBe(201);
  } finally {
    await server.kill();
  }
});

test("a backup made while pictures come and go contains each of its rows' files", async () => {
  const owner = await createOwner();
  const old = [];
  for (let index = 0; index < 40; index++) old.push(await storeMedia(owner));
  const folder = newFolder();
  let isBusy = true;
  const arriving = (async () => {
    while (isBusy) {
      const fileData = (await tinyPicture()).toString("base64");
      const json = { fileName: "a.jpg", fileType: "image", year: 2024, month: 7, fileData };
      expect((await call("POST", "/api/media", { cookie: owner.cookie, json })).status).toBe(201);
    }
  })();
  const made = await runBuilt("backup", [folder]);
  isBusy = false;
  await arriving;
  expect([made.words, made.code]).toEqual([expect.stringContaining("Backed up"), 0]);

  const there = await anotherMachine();
  expect((await runBuilt("restore", [folder], there)).code).toBe(0);
  const files = await fileHashes(mediaFolder(there.DATA_DIR));
  const rows = await wholeDatabase(there.DATABASE_URL);
  expect(Number(rows.Media?.split(" ")[0])).toBeGreaterThanOrEqual(40);
  const originals = Object.keys(files).filter((name) => name.includes("/originals/"));
  expect(originals.length).toBe(Number(rows.Media?.split(" ")[0]));
});

test("a backup folder is complete or absent", async () => {
  const owner = await createOwner();
  for (let index = 0; index < 5; index++) await storeMedia(owner);
  const folder = newFolder();
  expect((await runBuilt("backup", [folder])).code).toBe(0);
  const again = await runBuilt("backup", [folder]);
  expect([again.code, again.words]).toEqual([1, expect.stringContaining("already contains a backup")]);

  // The folder as an interrupted backup leaves it.
  const cut = newFolder();
  const manifest = await readFile(path.join(folder, "manifest.json"), "utf8");
  await rm(path.join(folder, "manifest.json"));
  await rename(folder, `${cut}.partial`);
  const there = await anotherMachine();
  for (const named of [cut, `${cut}.partial`]) {
    const refused = await runBuilt("restore", [named], there);
    expect([refused.code, refused.words]).toEqual([1, expect.stringContaining("was interrupted")]);
  }
  const gone = await runBuilt("backup", [cut]);
  expect([gone.code, gone.words]).toEqual([0, expect.stringContaining("Continuing a backup")]);
  expect(JSON.parse(manifest).files.count).toBe(
    JSON.parse(await readFile(path.join(cut, "manifest.json"), "utf8")).files.count,
  );
  expect((await runBuilt("restore", [cut], there)).code).toBe(0);
});

test("an incremental backup stores shared files once, and takes nothing from a damaged earlier one", async () => {
  const owner = await createOwner();
  const items = [await storeMedia(owner), await storeMedia(owner)];
  const [kept, damaged] = items.map(({ storagePath }) => path.join("files", storagePath));
  const first = newFolder();
  expect((await runBuilt("backup", [first])).code).toBe(0);
  await writeFile(path.join(first, damaged ?? ""), "damaged on the backup's disk");
  await storeMedia(owner);
  const second = newFolder();
  expect((await runBuilt("backup", [second, "--since", first])).code).toBe(0);
  const inode = async (folder: string, name = "") => (await stat(path.join(folder, name))).ino;
  expect(await inode(second, kept)).toBe(await inode(first, kept));
  expect(await inode(second, damaged)).not.toBe(await inode(first, damaged));
  await rm(first, { recursive: true });
  const there = await anotherMachine();
  const restored = await runBuilt("restore", [second], there);
  expect([restored.words, restored.code]).toEqual([expect.stringContaining("Restored"), 0]);
  expect(await fileHashes(mediaFolder(there.DATA_DIR))).toEqual(await fileHashes(mediaFolder()));
});

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8"));

test("files that can't be read don't stop a backup, which has all others and names them", async () => {
  const owner = await createOwner();
  const items = [];
  for (let index = 0; index < 6; index++) items.push(await storeMedia(owner));
  const lost = items[2]?.storagePath ?? "";
  const folder = newFolder();
  const made = await runBuilt("backup", [folder], {
    NODE_OPTIONS: `--import ${path.resolve("tests/support/unreadable-file.mjs")}`,
    UNREADABLE_FILE: path.join(mediaFolder(), lost),
  });
  expect([made.words, made.code]).toEqual([expect.stringContaining(`${lost} can't be read`), 2]);
  expect(made.words).toContain("1 files are missing or can't be read");
  expect((await readManifest(folder)).faults).toEqual({ missing: [lost], altered: [] });
  const { [lost]: _, ...others } = await fileHashes(mediaFolder());
  expect(await fileHashes(path.join(folder, "files"))).toEqual(others);
  const there = await anotherMachine();
  expect((await runBuilt("restore", [folder], there)).code).toBe(0);
  expect(await fileHashes(mediaFolder(there.DATA_DIR))).toEqual(others);
});

test("a backup during which the disk is unmounted fails instead of reporting every file as missing", async () => {
  const owner = await createOwner();
  for (let index = 0; index < 3; index++) await storeMedia(owner);
  const [folder, away] = [newFolder(), `${mediaFolder()}-away`];
  const holder = await databasePool().connect();
  await holder.query("SELECT pg_advisory_lock($1)", [backupLock]);
  const backup = runBuilt("backup", [folder]);
  // It has found the storage by then.
  await until(async () => {
    const { rows } = await databasePool().query(
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
    );
    return rows.length > 0;
  });
  // Another run may be writing into it.
  const partial = await stat(`${folder}.partial`).catch(() => null);
  await rename(mediaFolder(), away);
  await holder.query("SELECT pg_advisory_unlock($1)", [backupLock]);
  holder.release();
  const failed = await backup;
  await rename(away, mediaFolder());
  expect(partial).toBeNull();
  expect([failed.words, failed.code]).toEqual([expect.stringContaining("can't be reached any more"), 1]);
  await expect(stat(folder)).rejects.toThrow("ENOENT");

  const again = await runBuilt("backup", [folder]);
  expect([again.words, again.code]).toEqual([expect.stringContaining("Continuing a backup"), 0]);
  expect(await fileHashes(path.join(folder, "files"))).toEqual(await fileHashes(mediaFolder()));
});

test("permanent deletions wait while a backup is made", async () => {
  const owner = await createOwner();
  const item = await storeMedia(owner);
  const { removeFiles } = await import("@/lib/album/media/server/removal-service");
  const backup = await databasePool().connect();
  await backup.query("SELECT pg_advisory_lock($1)", [backupLock]);
  await removeFiles([item.storagePath]);
  expect(Object.keys(await fileHashes(mediaFolder()))).toContain(item.storagePath);
  await backup.query("SELECT pg_advisory_unlock($1)", [backupLock]);
  backup.release();
  const { rows } = await databasePool().query(
    "SELECT run_at > now() + interval '4 minutes' AS later FROM graphile_worker._private_jobs",
  );
  expect(rows).toEqual([{ later: true }]);
  await removeFiles([item.storagePath]);
  expect(Object.keys(await fileHashes(mediaFolder()))).not.toContain(item.storagePath);
});
