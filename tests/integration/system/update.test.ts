import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import pg from "pg";
import { freePort } from "@/ops/lib/free-port.mjs";
import { type EmptyPlace, emptyPlace, fileHashes, mediaFolder } from "@/tests/support/backup-programs";
import { makeStandInClone, type StandInClone } from "@/tests/support/stand-in-clone";
import { wholeDatabase } from "@/tests/support/whole-database";

let place: EmptyPlace;
let clone: StandInClone;
let first: string;
const state = async () => ({
  rows: await wholeDatabase(place.env.DATABASE_URL),
  files: await fileHashes(mediaFolder(place.env.DATA_DIR)),
});
let before: Awaited<ReturnType<typeof state>>;

beforeAll(async () => {
  place = await emptyPlace();
  const folder = path.join(process.env.TEST_FOLDER ?? "", "update");
  clone = makeStandInClone(folder, { ...place.env, PORT: String(await freePort()) });
  first = clone.head();
  const backup = path.resolve("tests", "fixtures", "album-0.1.0", "backup");
  const restored = await clone.run("restore", [backup]);
  expect([restored.words, restored.code]).toEqual([expect.stringContaining("Restored 208 rows"), 0]);
  before = await state();
});
afterAll(() => place.remove());

const goodMigration = "prisma/migrations/29990101000000_marks/migration.sql";
const badMigration = "prisma/migrations/29990102000000_breaks/migration.sql";

test("an update whose migration fails is rolled back: the version, every row and every file", async () => {
  clone.publish(
    {
      [goodMigration]: `DELETE FROM "Heart"; ALTER TABLE "Media" ADD COLUMN "extra" TEXT;`,
      [badMigration]: "SELECT 1 / 0;",
    },
    "v0.1.1",
  );
  const updated = await clone.run("update");
  expect([updated.words, updated.code]).toEqual([expect.stringContaining("The update was rolled back"), 1]);
  expect(updated.words).toContain("Migrating the database: failed");
  expect([clone.head(), await state()]).toEqual([first, before]);
});

test("an update that doesn't answer is rolled back, after migrations that succeeded", async () => {
  const silence = "setInterval(() => {}, 1000);\n";
  clone.publish({
    "server/cluster.ts": silence,
    [goodMigration]: `DELETE FROM "Comment";`,
    [badMigration]: null,
  });
  const silent = await clone.run("update", ["--to", "main", "--wait", "3"]);
  expect([silent.words, silent.code]).toEqual([expect.stringContaining("didn't answer within 3 seconds"), 1]);
  expect([clone.head(), await state()]).toEqual([first, before]);
});

test("an album that listens on one address is stopped before an update, and seen to run again", async () => {
  const port = await freePort();
  const away = path.join(process.env.TEST_FOLDER ?? "", "album is stopped");
  const album = createServer((_, answer) => (existsSync(away) ? answer.destroy() : answer.end()));
  await new Promise<void>((resolve) => album.listen(port, "127.0.0.2", resolve));
  const env = { HOST: "127.0.0.2", PORT: String(port) };
  try {
    const running = await clone.run("update", [], env);
    expect([running.words, running.code]).toEqual([expect.stringContaining("Keepsake is running."), 1]);
    const service = ["--stop-with", `touch '${away}'`, "--start-with", `rm '${away}'`];
    // There can be no backup in a folder that has files already.
    const args = [...service, "--backup", clone.root, "--wait", "5"];
    const failed = await clone.run("update", args, env);
    expect([failed.words, failed.code]).toEqual([expect.stringContaining("nothing was updated"), 1]);
    expect(failed.words).toContain("It is running.");
  } finally {
    album.closeAllConnections();
    album.close();
  }
  expect([clone.head(), await state()]).toEqual([first, before]);
});

test("local changes, and versions that don't continue this one, are left alone", async () => {
  const file = path.join(clone.root, "package.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `${text}\n`);
  const changed = await clone.run("update");
  expect([changed.words, changed.code]).toEqual([expect.stringContaining("M package.json"), 1]);
  writeFileSync(file, text);
  const unknown = await clone.run("update", ["--to", "v9"]);
  expect([unknown.words, unknown.code]).toEqual([expect.stringContaining("There is no version v9"), 1]);
  expect([clone.head(), await state()]).toEqual([first, before]);
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("SKIPPED: commands run by root on another user's album. They need root.");
(isRoot ? test : test.skip)(
  "root can't start, update, roll back or run a command on another user's album",
  async () => {
    const folder = path.join(process.env.TEST_FOLDER ?? "", "of another user");
    mkdirSync(path.join(folder, "media"), { recursive: true });
    chownSync(folder, 12345, 12345);
    const owned = () =>
      [
        folder,
        ...readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))),
      ].map((file) => [file, statSync(file).uid, statSync(file).gid, statSync(file).mode]);
    const owners = owned();
    const backup = path.resolve("tests", "fixtures", "album-0.1.0", "backup");
    for (const [command = "", ...args] of [
      ["start", "--prepare"],
      ["update"],
      ["update", "--roll-back"],
      ["backup", path.join(process.env.TEST_FOLDER ?? "", "backup by root")],
      ["restore", backup, "--only-database"],
      ["doctor"],
      ["rotate-secret"],
      ["second-copy"],
      ["export", "The Okafors", path.join(process.env.TEST_FOLDER ?? "", "export by root")],
    ]) {
      const { words, code } = await clone.run(command, args, { DATA_DIR: folder, DATABASE_URL: "" });
      expect([command, words, code]).toEqual([
        command,
        expect.stringContaining("belongs to the user 12345."),
        1,
      ]);
    }
    expect([clone.head(), owned()]).toEqual([first, owners]);
  },
);

test("a successful update installs the newest release, with a backup, every row and every file", async () => {
  const serve = readFileSync(path.join(clone.root, "server/cluster.ts"), "utf8");
  const migration = `ALTER TABLE "Media" ADD COLUMN "extra" TEXT;`;
  const good = clone.publish({ "server/cluster.ts": serve, [goodMigration]: migration }, "v0.10.0");
  clone.publish({ "server/cluster.ts": "process.exit(1);\n" }, "v0.11.0-rc1");
  const folder = path.join(process.env.TEST_FOLDER ?? "", "before the update");
  const updated = await clone.run("update", ["--backup", folder]);
  expect([updated.words, updated.code]).toEqual([
    expect.stringContaining("Updated from v0.1.0 to v0.10.0"),
    0,
  ]);
  expect(clone.head()).toBe(good);
  const after = await state();
  expect(after.files).toEqual(before.files);
  expect({ ...after.rows, Media: "" }).toEqual({ ...before.rows, Media: "" });
  expect(after.rows.Media?.split(" ")[0]).toBe(before.rows.Media?.split(" ")[0]);
  expect(JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")).tables.length).toBeGreaterThan(
    60,
  );

  const again = await clone.run("update");
  expect([again.words, again.code]).toEqual([expect.stringContaining("v0.10.0, the newest version"), 0]);
  const back = await clone.run("update", ["--to", "v0.1.0"]);
  expect([back.words, back.code]).toEqual([expect.stringContaining("is older than this version"), 1]);
});

test("a killed update is named by the next one, and can be rolled back", async () => {
  const backup = path.join(process.env.TEST_FOLDER ?? "", "before the update");
  const killed = { from: first, to: clone.head(), backup, postgres: null, mayHaveMigrated: true };
  writeFileSync(path.join(place.env.DATA_DIR, "update.json"), JSON.stringify(killed));
  const next = await clone.run("update", ["--to", "main"]);
  expect([next.words, next.code]).toEqual([expect.stringContaining("npm run update -- --roll-back"), 1]);
  expect(clone.head()).toBe(killed.to);
  const rolledBack = await clone.run("update", ["--roll-back"]);
  expect([rolledBack.words, rolledBack.code]).toEqual([expect.stringContaining("was rolled back"), 0]);
  expect([clone.head(), await state()]).toEqual([first, before]);
  const again = await clone.run("update", ["--roll-back"]);
  expect([again.words, again.code]).toEqual([expect.stringContaining("No update was interrupted"), 1]);
});

test("losses by an update are found: rows, and files that are gone or differ", async () => {
  const backup = path.resolve("tests", "fixtures", "album-0.1.0", "backup");
  const fine = await clone.run("check-update", [backup]);
  expect([fine.words, fine.code]).toEqual([expect.stringContaining("are those of the backup"), 0]);
  const client = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await client.connect();
  await client.query(`DELETE FROM "Heart" WHERE ctid = (SELECT ctid FROM "Heart" LIMIT 1)`);
  await client.end();
  const [gone = "", altered = ""] = Object.keys(before.files);
  rmSync(path.join(mediaFolder(place.env.DATA_DIR), gone));
  appendFileSync(path.join(mediaFolder(place.env.DATA_DIR), altered), "!");
  const lossy = await clone.run("check-update", [backup]);
  expect(lossy.code).toBe(1);
  for (const fault of [
    "Heart has 5 rows; it had 6.",
    `${gone} is missing.`,
    `${altered} is not what it was.`,
  ]) {
    expect(lossy.words).toContain(fault);
  }
  // Rows are never restored if their files are missing.
  const refused = await clone.run("restore", [backup, "--only-database"]);
  expect([refused.words, refused.code]).toEqual([
    expect.stringContaining(`such as ${gone}. Nothing was changed`),
    1,
  ]);
});
