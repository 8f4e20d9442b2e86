import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatKeyList, parseKeyList } from "@/lib/core/auth/server/key-list";
import { closeDatabase } from "@/lib/db";
import { resealAll } from "@/lib/operations/system/server/reseal-service";

const [action = "add"] = process.argv.slice(2);
// Read here and not from lib/env.ts, which reads them once: the new key, once in place, is the one that seals.
const { AUTH_SECRET: given = "", DATA_DIR: dataDir = "" } = process.env;
const file = path.resolve(dataDir, "auth-secret");

const newId = () => `k${new Date().toISOString().slice(0, 19).replace(/\D/g, "")}`;

/** The keys after one is added, or the old ones are dropped. */
function nextKeys() {
  const keys = parseKeyList(given).map(({ id, secret }) => ({ id: id ?? "first", secret }));
  if (action === "add") return [{ id: newId(), secret: randomBytes(48).toString("base64url") }, ...keys];
  return keys.slice(0, 1);
}

/** Completely or not at all: an album without its secret has lost what was sealed with it. */
async function store(value: string): Promise<void> {
  const partial = `${file}.new`;
  await writeFile(partial, `${value}\n`, { mode: 0o600, flush: true });
  await rename(partial, file);
}

async function reseal(): Promise<boolean> {
  const sealed = await resealAll();
  for (const [what, { count, unreadable }] of Object.entries(sealed)) {
    console.log(`${what}: ${count} encrypted with the current key.`);
    if (unreadable > 0) console.log(`${what}: ${unreadable} can't be decrypted with any key in AUTH_SECRET.`);
  }
  return Object.values(sealed).some(({ unreadable }) => unreadable > 0);
}

const advice: Record<string, string> = {
  add: "Cookies and links made with the earlier keys keep working. After 90 days they are no longer needed: run npm run rotate-secret -- --drop-old then.",
  "drop-old":
    "Sessions and links made with the removed keys no longer work: people who used them have to sign in again.",
  reseal: "Everything is encrypted with the first key in AUTH_SECRET.",
};

const unlistable =
  "AUTH_SECRET contains a comma, or begins or ends with a space, so it can't be part of a list of keys. Nothing was " +
  "changed. You can only replace it: set AUTH_SECRET to a new secret of at least 32 characters without them. Everyone " +
  "then has to sign in again, and what is encrypted with the current secret (authenticator apps, voucher codes, links " +
  "in waiting emails) can no longer be read.";

async function rotate(): Promise<number> {
  const stored = await readFile(file, "utf8").catch(() => null);
  const isStored = stored?.trim() === given;
  const value = action === "reseal" ? given : formatKeyList(nextKeys());
  if (value === null) {
    console.error(unlistable);
    return 1;
  }
  if (action !== "reseal" && !isStored) {
    // Not ours to write. Nothing is sealed with a key that the servers don't have yet.
    if (action === "drop-old") await reseal();
    console.log(
      `AUTH_SECRET is set in the environment. Set it to this on every server, and restart them:\n\n${value}\n`,
    );
    if (action === "add")
      console.log("Then encrypt what is in the database with the new key: npm run rotate-secret -- --reseal");
    console.log(advice[action]);
    return 0;
  }
  if (action === "add") {
    // The file first: should this end here, the new key has sealed nothing yet and the old one still opens everything.
    await store(value);
    process.env.AUTH_SECRET = value;
  }
  const isUnreadable = await reseal();
  if (action === "drop-old" && isUnreadable) {
    console.error("The old keys were kept: something in the database could not be decrypted.");
    return 1;
  }
  if (action === "drop-old") await store(value);
  console.log(advice[action]);
  if (action !== "reseal")
    console.log(
      `Several servers: copy ${file} to each of them, and restart them all. Make a new backup as well.`,
    );
  return 0;
}

process.exitCode = await rotate();
await closeDatabase();
