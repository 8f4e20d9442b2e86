import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { appVersion } from "@/lib/app-version";
import { env } from "@/lib/env";
import { isNewerVersion } from "@/lib/operations/system/newer-version";
import { ok, type SystemCheck, warn } from "@/lib/operations/system/server/checks/check";
import { dayMs, hourMs } from "@/lib/shared/units";

const timeoutMs = 5_000;
/** GitHub's answers contain lists of files and can contain long release notes. */
const maxAnswerBytes = 1024 * 1024;

/** The response of GitHub's releases/latest. Both are shown as text. */
const releaseSchema = z.object({
  tag_name: z.string().max(100),
  html_url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional()
    .catch(undefined),
});
type Release = z.output<typeof releaseSchema>;

const answerSchema = z.object({
  url: z.string(),
  askedAt: z.number(),
  /** Null when there was no answer, or none that could be understood. */
  release: releaseSchema.nullable(),
});

const answerFile = () => path.resolve(env.DATA_DIR, "update-check.json");

async function readAnswer(url: string, now: number): Promise<{ release: Release | null } | null> {
  try {
    const answer = answerSchema.parse(JSON.parse(await readFile(answerFile(), "utf8")));
    const age = now - answer.askedAt;
    // After a failure an operator may be correcting the address.
    const isFresh = age >= 0 && age < (answer.release ? dayMs : hourMs);
    return answer.url === url && isFresh ? answer : null;
  } catch {
    return null;
  }
}

async function readBounded(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let received = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    received += piece.byteLength;
    if (received > maxAnswerBytes) throw new Error("The answer was too long");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Sends nothing about this album: not even its version. */
async function askForRelease(url: string): Promise<Release | null> {
  try {
    const response = await fetch(url, {
      headers: { Accept: "application/json", "User-Agent": "Keepsake" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return null;
    return releaseSchema.parse(JSON.parse(await readBounded(response)));
  } catch {
    return null;
  }
}

/** The newest release, asked for at most once a day; null if unknown. */
async function newestRelease(url: string, now: number): Promise<Release | null> {
  const kept = await readAnswer(url, now);
  if (kept) return kept.release;
  const release = await askForRelease(url);
  const temporary = `${answerFile()}.${process.pid}`;
  await writeFile(temporary, JSON.stringify({ url, askedAt: now, release }), { mode: 0o600 });
  await rename(temporary, answerFile());
  return release;
}

/** Whether there is a newer version, if the operator has set where to ask. */
export async function checkVersion(now = Date.now()): Promise<SystemCheck> {
  const release = env.UPDATE_CHECK_URL ? await newestRelease(env.UPDATE_CHECK_URL, now) : null;
  if (!release) {
    return warn(
      "version",
      `This is Keepsake ${appVersion}; which version is the newest can't be found out.`,
      "Check that this machine can reach UPDATE_CHECK_URL, and that it answers as GitHub's releases/latest does.",
    );
  }
  if (!isNewerVersion(release.tag_name, appVersion)) {
    return ok("version", `This is Keepsake ${appVersion}, the newest version.`);
  }
  return warn(
    "version",
    `Keepsake ${release.tag_name.replace(/^v/, "")} is available; this is ${appVersion}.`,
    `npm run update brings it, or the newer image in a container.${release.html_url ? ` What is new: ${release.html_url}` : ""}`,
  );
}

/** Long enough to notice that something is missing. */
const olderDatabaseDays = 14;

const olderDatabases = async () =>
  (await readdir(env.DATA_DIR).catch(() => [])).filter((name) => /^postgres-\d+$/.test(name));

export const hasOlderDatabase = async () => (await olderDatabases()).length > 0;

/** The folder that an upgrade of PostgreSQL has set aside. */
export async function checkOlderDatabase(now = Date.now()): Promise<SystemCheck> {
  const folders = (await olderDatabases()).map((name) => path.resolve(env.DATA_DIR, name));
  const since = await Promise.all(folders.map(async (folder) => (await stat(folder)).mtimeMs));
  const days = Math.floor((now - Math.max(...since)) / dayMs);
  const message = `The database from before an upgrade of PostgreSQL is kept in ${folders.join(", ")}.`;
  if (days < olderDatabaseDays) return ok("old-database", message);
  return warn(
    "old-database",
    message,
    `It is ${days} days old. If nothing is missing in the album, remove it: rm -r ${folders.join(" ")}`,
  );
}
