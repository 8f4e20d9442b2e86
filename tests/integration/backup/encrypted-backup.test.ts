import { execFileSync } from "node:child_process";
import { readdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import {
  anotherMachine,
  fileHashes,
  mediaFolder,
  newFolder,
  runBuilt,
  withOtherMachines,
} from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";
import { wholeDatabase } from "@/tests/support/whole-database";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

withTestDatabase();
withTestStorage();
withOtherMachines();
jest.setTimeout(180_000);

interface Keys {
  recipient: string;
  file: string;
}

async function newKeys(): Promise<Keys> {
  const identity = await generateIdentity();
  const file = `${newFolder()}.key`;
  await writeFile(file, `# created: today\n${identity}\n`);
  return { recipient: await identityToRecipient(identity), file };
}

let keys: Keys;
beforeEach(async () => {
  keys = await newKeys();
});
const backUp = (folder: string, ...more: string[]) =>
  runBuilt("backup", [folder, "--to", keys.recipient, ...more]);
const restore = (folder: string, there: Record<string, string>, ...more: string[]) =>
  runBuilt("restore", [folder, ...more], there);

const secret = "Grandmother's jam, which nobody else may read of";

async function album(items = 3) {
  const owner = await createOwner({ name: "The Okafors of Leeds" });
  const stored = [];
  for (let index = 0; index < items; index++) stored.push(await storeMedia(owner, { description: secret }));
  return { owner, stored };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
}

test("only the private key opens an encrypted backup, and then it is the same album", async () => {
  const { owner } = await album();
  const folder = newFolder();
  expect(await backUp(folder)).toMatchObject({ code: 0 });
  const names = await namesIn(folder);
  const open = names.filter((name) => !name.endsWith(".age"));
  expect(open.sort()).toEqual(["files.jsonl", "manifest.json", "manifest.sha256"]);
  for (const name of names) {
    const content = await readFile(path.join(folder, name));
    for (const word of [secret, "Okafor", owner.username, owner.email]) {
      expect([name, content.includes(word)]).toEqual([name, false]);
    }
  }

  const there = await anotherMachine();
  const without = await restore(folder, there);
  expect([without.code, without.words]).toEqual([1, expect.stringContaining(keys.recipient)]);
  const wrong = await restore(folder, there, "--key", (await newKeys()).file);
  expect([wrong.code, wrong.words]).toEqual([1, expect.stringContaining("doesn't open this backup")]);
  const missing = await restore(folder, there, "--key", "/nowhere/key.txt");
  expect([missing.code, missing.words]).toEqual([1, expect.stringContaining("can't be read")]);
  const publicOnly = `${newFolder()}.pub`;
  await writeFile(publicOnly, keys.recipient);
  const half = await restore(folder, there, "--key", publicOnly);
  expect([half.code, half.words]).toEqual([1, expect.stringContaining("no private key")]);

  const right = await restore(folder, there, "--key", keys.file);
  expect([right.words, right.code]).toEqual([expect.stringContaining("Restored"), 0]);
  expect(await wholeDatabase(there.DATABASE_URL)).toEqual(
    await wholeDatabase(process.env.DATABASE_URL ?? ""),
  );
  expect(await fileHashes(mediaFolder(there.DATA_DIR))).toEqual(await fileHashes(mediaFolder()));
});

(hasProgram("age") ? test : test.skip)("age itself opens each of its files", async () => {
  const { stored } = await album(1);
  const folder = newFolder();
  await backUp(folder);
  const name = path.join(folder, "files", `${stored[0]?.storagePath}.age`);
  const opened = execFileSync("age", ["-d", "-i", keys.file, name]);
  expect(opened.equals(await readFile(path.join(mediaFolder(), stored[0]?.storagePath ?? "")))).toBe(true);
});

test("an invalid public key is refused, and nothing is written", async () => {
  await album(1);
  const folder = newFolder();
  const refused = await runBuilt("backup", [folder, "--to", "age1something"]);
  expect([refused.code, refused.words]).toEqual([1, expect.stringContaining("not a public key of age")]);
  await expect(stat(`${folder}.partial`)).rejects.toThrow("ENOENT");
});

test("a damaged or replaced file stops the restore, and the database stays empty", async () => {
  const { stored } = await album(2);
  const folder = newFolder();
  await backUp(folder);
  const [one, two] = stored.map(({ storagePath }) => path.join(folder, "files", `${storagePath}.age`));
  const whole = await readFile(one ?? "");
  const there = await anotherMachine();
  for (const change of [
    () => writeFile(one ?? "", whole.subarray(0, -1)),
    async () => writeFile(one ?? "", await readFile(two ?? "")),
  ]) {
    await change();
    const refused = await restore(folder, there, "--key", keys.file);
    expect([refused.code, refused.words]).toEqual([1, expect.stringContaining("is damaged or missing")]);
  }
  await writeFile(one ?? "", whole);
  expect(await restore(folder, there, "--key", keys.file)).toMatchObject({ code: 0 });
});

test("an incremental backup stores shared files once, if both use the same key and the earlier one is intact", async () => {
  const { owner, stored } = await album(2);
  const [kept, damaged] = stored.map(({ storagePath }) => path.join("files", `${storagePath}.age`));
  const [first, second, third] = [newFolder(), newFolder(), newFolder()];
  await backUp(first);
  await truncate(path.join(first, damaged ?? ""), 300);
  await storeMedia(owner);
  expect(await backUp(second, "--since", first)).toMatchObject({ code: 0 });
  const inode = async (folder: string, name = "") => (await stat(path.join(folder, name))).ino;
  expect(await inode(second, kept)).toBe(await inode(first, kept));
  expect(await inode(second, damaged)).not.toBe(await inode(first, damaged));
  await rm(first, { recursive: true });
  const there = await anotherMachine();
  expect(await restore(second, there, "--key", keys.file)).toMatchObject({ code: 0 });

  keys = await newKeys();
  const other = await backUp(third, "--since", second);
  expect(other.words).toContain("can be opened by others");
  expect(await inode(third, kept)).not.toBe(await inode(second, kept));
});

test("an interrupted one is continued: complete files are not copied again, truncated ones are", async () => {
  const { stored } = await album(3);
  const [whole, cut] = stored.map(({ storagePath }) => path.join("files", `${storagePath}.age`));
  const folder = newFolder();
  await backUp(folder);
  // As a backup killed while copying leaves it: a list that breaks off in the middle, and no manifest.
  await rm(path.join(folder, "manifest.json"));
  const list = await readFile(path.join(folder, "files.jsonl"), "utf8");
  await writeFile(path.join(folder, "files.jsonl"), list.slice(0, -30));
  await writeFile(path.join(folder, "recipients.json"), JSON.stringify([keys.recipient]));
  await truncate(path.join(folder, cut ?? ""), 250);
  const { ino } = await stat(path.join(folder, whole ?? ""));
  const before = (await stat(path.join(folder, whole ?? ""))).mtimeMs;
  await rename(folder, `${folder}.partial`);
  const again = await backUp(folder);
  expect([again.code, again.words]).toEqual([0, expect.stringContaining("Continuing a backup")]);
  const after = await stat(path.join(folder, whole ?? ""));
  const wasLast = list
    .trimEnd()
    .split("\n")
    .at(-1)
    ?.includes(stored[0]?.storagePath ?? "");
  if (!wasLast) expect([after.ino, after.mtimeMs]).toEqual([ino, before]);
  expect((await namesIn(folder)).filter((name) => /before|recipients/.test(name))).toEqual([]);
  const there = await anotherMachine();
  expect(await restore(folder, there, "--key", keys.file)).toMatchObject({ code: 0 });
  expect(await fileHashes(mediaFolder(there.DATA_DIR))).toEqual(await fileHashes(mediaFolder()));
});

test("an interrupted one for other keys, or for none, is not continued but made again", async () => {
  await album(2);
  const others = await newKeys();
  const to = ({ recipient }: Keys) => ["--to", recipient];
  // What the first run was for, what it recorded (an earlier version nothing), and what the second is for.
  const runs: [string[], string | null, string[]][] = [
    [to(others), JSON.stringify([others.recipient]), to(keys)],
    [[], "[]", to(keys)],
    [to(keys), null, []],
  ];
  for (const [first, recorded, second] of runs) {
    const folder = newFolder();
    expect(await runBuilt("backup", [folder, ...first])).toMatchObject({ code: 0 });
    await rm(path.join(folder, "manifest.json"));
    if (recorded !== null) await writeFile(path.join(folder, "recipients.json"), recorded);
    await rename(folder, `${folder}.partial`);
    const again = await runBuilt("backup", [folder, ...second]);
    expect([again.code, again.words]).toEqual([0, expect.stringContaining("starts over")]);
    const sealed = (await namesIn(folder)).filter((name) => name.endsWith(".age"));
    const open = (await namesIn(folder)).filter((name) => !name.endsWith(".age")).sort();
    if (second.length === 0) expect(sealed).toEqual([]);
    else expect(open).toEqual(["files.jsonl", "manifest.json", "manifest.sha256"]);
    const there = await anotherMachine();
    expect(await restore(folder, there, "--key", keys.file)).toMatchObject({ code: 0 });
  }
});
