import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { restoreSecondCopy } from "@/ops/lib/restore-second-copy.mjs";
import { type Ended, runBuilt } from "@/tests/support/backup-programs";

const inTestFolder = (name: string) => path.join(process.env.TEST_FOLDER ?? "", `${name}-${randomUUID()}`);

/** An empty folder, like a mounted disk. */
export function emptyFolder(name: string): string {
  const folder = inTestFolder(name);
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

/** A pair of keys as from age-keygen. */
export async function newKeyFile(): Promise<{ recipient: string; file: string }> {
  const identity = await generateIdentity();
  const file = `${inTestFolder("key")}.txt`;
  await writeFile(file, `# created: today\n${identity}\n`);
  return { recipient: await identityToRecipient(identity), file };
}

/** Restores a copy on another machine, as `npm run restore -- --from` does. */
export async function restoreElsewhere(
  args: string[],
  env: Record<string, string> = {},
): Promise<Ended & { dataDir: string }> {
  const dataDir = emptyFolder("restored");
  return { ...(await restoreInto(dataDir, args, env)), dataDir };
}

export async function restoreInto(
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  let words = "";
  const { DATABASE_URL, DIRECT_DATABASE_URL } = process.env;
  delete process.env.DATABASE_URL;
  delete process.env.DIRECT_DATABASE_URL;
  try {
    const code = await restoreSecondCopy(dataDir, async (more, moreEnv = {}) => {
      const ended = await runBuilt("restore", [...args, ...more], { DATA_DIR: dataDir, ...env, ...moreEnv });
      words += ended.words;
      return ended.code;
    });
    return { code, words };
  } finally {
    Object.assign(process.env, { DATABASE_URL, ...(DIRECT_DATABASE_URL ? { DIRECT_DATABASE_URL } : {}) });
  }
}

/** Runs `work` on the database of a data folder that nobody is using. */
export async function withDatabaseOf<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const running = await startEmbeddedPostgres({ dataDir, settings: ["fsync=off"] });
  try {
    return await work(running.url);
  } finally {
    await running.stop();
  }
}
