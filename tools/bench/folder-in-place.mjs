import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { prepareSmallPictures } from "./pictures.mjs";
import { row, seconds } from "./row.mjs";

export const title = "Folder left in place";

const maxFirstSeconds = 60;
const maxAgainSeconds = 5;
const filesPerFolder = 250;
const giveUpMs = 30 * 60_000;

/** As many files as wanted, each with bytes of its own: a picture, and a number after its end. */
function writeFolder(folder, pictures, count) {
  rmSync(folder, { recursive: true, force: true });
  for (let at = 0; at < count; at++) {
    const place = path.join(folder, `Photos ${1 + Math.floor(at / filesPerFolder)}`);
    if (at % filesPerFolder === 0) mkdirSync(place, { recursive: true });
    const picture = readFileSync(pictures[at % pictures.length]);
    writeFileSync(path.join(place, `IMG_${at}.jpg`), Buffer.concat([picture, Buffer.from(`#${at}`)]));
  }
}

/** Everything that a write would change. */
const listed = (folder) =>
  readdirSync(folder, { recursive: true })
    .sort()
    .map((name) => {
      const { size, mtimeMs, ctimeMs } = statSync(path.join(folder, name));
      return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
    })
    .join("\n");

/** Runs `work` with the folder mounted read-only where the system allows that. @returns its mode */
async function withReadOnly(folder, mounted, work) {
  mkdirSync(mounted, { recursive: true });
  execFileSync("mount", ["--bind", folder, mounted]);
  try {
    execFileSync("mount", ["-o", "remount,bind,ro", mounted]);
    return await work();
  } finally {
    execFileSync("umount", ["--lazy", mounted]);
  }
}

async function until(album, id, isThere) {
  const end = performance.now() + giveUpMs;
  while (performance.now() < end) {
    const [found] = await album.query(
      `SELECT state::text AS state, reason, "lookedAt", "addedCount", "knownCount" FROM "Import" WHERE id = $1`,
      [id],
    );
    if (found.state === "failed" || found.state === "paused")
      throw new Error(`The import is ${found.state}: ${found.reason}`);
    if (isThere(found)) return found;
    await wait(20);
  }
  throw new Error("The import does not end.");
}

async function measureFolder(album, folder, mounted) {
  const { cookie, userId, familyId } = await signIn(album, "owner");
  await album.query(`UPDATE "User" SET "isOperator" = false WHERE "isOperator"`);
  await album.query(`UPDATE "User" SET "isOperator" = true WHERE id = $1`, [userId]);
  const line = new Line(album.url, cookie);
  const timed = async (work) => {
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  try {
    return await withReadOnly(folder, mounted, async () => {
      const { value } = await line.json("/api/imports", "POST", {
        ...{ timeZone: "UTC", folder: path.basename(mounted), isInPlace: true },
      });
      const { id } = value;
      const act = (action) => line.json(`/api/imports/${id}/${action}`, "POST");
      const found = await timed(async () => {
        await act("read");
        await until(album, id, ({ state }) => state === "ready");
      });
      const added = await timed(async () => {
        await act("start");
        await until(album, id, ({ state }) => state === "done");
      });
      const look = async () => {
        const { lookedAt } = await until(album, id, () => true);
        await act("look");
        return until(album, id, (now) => now.state === "done" && now.lookedAt > lookedAt);
      };
      const again = await timed(look);
      renameSync(path.join(folder, "Photos 1"), path.join(folder, "Renamed"));
      await look();
      // The files of the renamed folder are read after the scan.
      const after = await until(album, id, ({ state }) => state === "done");
      return { found, added, again, after, familyId };
    });
  } finally {
    line.close();
  }
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const count = bench.isQuick ? 500 : 10_000;
  const pictures = await prepareSmallPictures(bench, 20);
  const folder = path.join(bench.folder, "left-in-place");
  const mounted = path.join(bench.folder, "read-only");
  writeFolder(folder, pictures, count);
  try {
    return await withAlbum(bench, { name: "in-place", env: { IMPORT_FOLDERS: mounted } }, async (album) => {
      const before = listed(folder);
      const { found, added, again, after, familyId } = await measureFolder(album, folder, mounted);
      renameSync(path.join(folder, "Renamed"), path.join(folder, "Photos 1"));
      const isUntouched = withoutTimesOfRenamed(listed(folder)) === withoutTimesOfRenamed(before);
      const [{ items }] = await album.query(
        `SELECT count(*)::int AS items FROM "Media" WHERE "familyId" = $1`,
        [familyId],
      );
      const note = `${count} files of a folder that is mounted read-only`;
      return [
        row({
          what: "Folder left in place, found",
          measured: seconds(found),
          target: `<= ${maxFirstSeconds} s`,
          isMet: found <= maxFirstSeconds,
          note: `${note}: the dry run`,
        }),
        row({
          what: "Folder left in place, read and added",
          measured: seconds(added),
          note: `${note}: every file read and hashed once, its thumbnail made meanwhile`,
        }),
        row({
          what: "Folder left in place, looked at again",
          measured: seconds(again),
          target: `<= ${maxAgainSeconds} s`,
          isMet: again <= maxAgainSeconds,
          note: "nothing has changed in it",
        }),
        row({
          what: "Folder left in place, items after a folder in it was renamed",
          measured: String(items),
          limit: String(count),
          target: "equal",
          isMet: items === count && after.addedCount === count && after.knownCount === 0 && isUntouched,
          note: `${filesPerFolder} files in the renamed folder; nothing was written to any file`,
        }),
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Renaming a folder changes its own times. */
const withoutTimesOfRenamed = (lines) =>
  lines
    .split("\n")
    .filter((line) => line.includes(".jpg "))
    .join("\n");
