import { createHash } from "node:crypto";
import { appendFile, cp, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { closeDatabase, databasePool, db } from "@/lib/db";
import { restore } from "@/lib/operations/backup/server/restore-service";
import {
  anotherMachine,
  mediaFolder,
  newFolder,
  runBuilt,
  withOtherMachines,
} from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";
import { wholeDatabase } from "@/tests/support/whole-database";

withTestDatabase();
withTestStorage();
withOtherMachines();
// The tests start programs, one after the other.
jest.setTimeout(180_000);

const keysFile = () => path.join(process.env.DATA_DIR ?? "", "vapid-keys.json");
const pushKeys = JSON.stringify({ publicKey: process.env.VAPID_PUBLIC_KEY });

/** As npm start stores them; the environment of the tests has the same. */
async function storeSecrets(): Promise<void> {
  await writeFile(path.join(process.env.DATA_DIR ?? "", "auth-secret"), process.env.AUTH_SECRET ?? "");
  await writeFile(keysFile(), pushKeys);
}

test("a restore never overwrites: it requires an empty database and an empty store, and says so", async () => {
  const owner = await createOwner();
  await storeMedia(owner);
  const folder = newFolder();
  expect((await runBuilt("backup", [folder])).code).toBe(0);

  const full = await anotherMachine();
  expect((await runBuilt("restore", [folder], full)).code).toBe(0);
  const again = await runBuilt("restore", [folder], full);
  expect([again.code, again.words]).toEqual([1, expect.stringContaining("The database is not empty")]);

  const there = await anotherMachine();
  await runBuilt("migrate", [], there);
  const stray = path.join(mediaFolder(full.DATA_DIR), "stray.jpg");
  await writeFile(stray, "not of this album");
  const mixed = await runBuilt("restore", [folder], { ...there, DATA_DIR: full.DATA_DIR });
  expect([mixed.code, mixed.words]).toEqual([1, expect.stringContaining("The photo storage is not empty")]);
});

test("a damaged backup is detected before anything reports success, and leaves the database empty", async () => {
  const owner = await createOwner();
  const item = await storeMedia(owner);
  await storeSecrets();
  const damages: [string, (folder: string) => Promise<void>][] = [
    ["manifest.json", (folder) => appendFile(path.join(folder, "manifest.json"), " ")],
    ["files.jsonl", (folder) => appendFile(path.join(folder, "files.jsonl"), "\n")],
    ["Media.copy", (folder) => appendFile(path.join(folder, "database", "Media.copy"), "\n")],
    ["User.copy", (folder) => truncate(path.join(folder, "database", "User.copy"), 10)],
    ["auth-secret", (folder) => appendFile(path.join(folder, "secrets", "auth-secret"), "x")],
    ["vapid-keys.json", (folder) => rm(path.join(folder, "secrets", "vapid-keys.json"))],
    [item.id, (folder) => truncate(path.join(folder, "files", item.storagePath), 3)],
    [item.id, (folder) => rm(path.join(folder, "files", item.storagePath))],
    [
      item.id,
      async (folder) => {
        const file = path.join(folder, "files", item.storagePath);
        const bytes = await readFile(file);
        bytes[5] = (bytes[5] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
    ],
  ];
  const whole = newFolder();
  expect((await runBuilt("backup", [whole])).code).toBe(0);
  for (const [named, damage] of damages) {
    const folder = newFolder();
    await cp(whole, folder, { recursive: true });
    await damage(folder);
    const there = await anotherMachine();
    const refused = await runBuilt("restore", [folder], there);
    expect([named, refused.code, refused.words]).toEqual([named, 1, expect.stringContaining(named)]);
    const rows = await wholeDatabase(there.DATABASE_URL);
    expect([named, (rows.User ?? "0").split(" ")[0]]).toEqual([named, "0"]);
    await rm(folder, { recursive: true });
  }
});

test("a backup of a newer version is refused with a message", async () => {
  const owner = await createOwner();
  await storeMedia(owner);
  const folder = newFolder();
  expect((await runBuilt("backup", [folder])).code).toBe(0);
  const file = path.join(folder, "manifest.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  manifest.migrations.push("29990101000000_from_the_future");
  const text = JSON.stringify(manifest);
  await writeFile(file, text);
  await writeFile(path.join(folder, "manifest.sha256"), createHash("sha256").update(text).digest("hex"));
  const there = await anotherMachine();
  const refused = await runBuilt("restore", [folder], there);
  expect([refused.code, refused.words]).toEqual([1, expect.stringContaining("made by a newer Keepsake")]);
  expect(await readdir(there.DATA_DIR)).toEqual([]);
});

test("a restore whose last migration fails has its rows and keys already, and doesn't write to the second copy", async () => {
  const owner = await createOwner();
  await storeMedia(owner);
  await storeSecrets();
  const copy = { copyId: crypto.randomUUID(), recipients: ["age1"], begunAt: new Date() };
  await db.secondCopy.create({ data: copy, select: { id: true } });
  const folder = newFolder();
  expect((await runBuilt("backup", [folder])).code).toBe(0);
  const migrationsFolder = newFolder();
  const broken = "29990101000000_broken";
  await cp(path.resolve("prisma", "migrations"), migrationsFolder, { recursive: true });
  await mkdir(path.join(migrationsFolder, broken));
  await writeFile(path.join(migrationsFolder, broken, "migration.sql"), "SELECT 1 / 0;");

  // A lost database, and a new data folder with the same files.
  await databasePool().query('TRUNCATE "User", "Family", "SecondCopy" CASCADE');
  await rm(keysFile());
  await closeDatabase();
  await expect(restore(folder, () => {}, { migrationsFolder })).rejects.toThrow("division by zero");
  await databasePool().query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [broken]);
  expect(await db.media.count()).toBe(1);
  expect(await db.secondCopy.findFirst({ select: { copyId: true, begunAt: true } })).toEqual({
    copyId: copy.copyId,
    begunAt: null,
  });
  expect(await readFile(keysFile(), "utf8")).toBe(pushKeys);
});
