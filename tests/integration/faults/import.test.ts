import { createHash, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ImportDto } from "@/lib/album/imports/schema";
import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { expectInvariants } from "@/tests/support/invariants";
import { buildBareServer, type KillableServer, startKillableServer } from "@/tests/support/killable-server";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { type SparseContent, writeSparseZip } from "@/tests/support/sparse-takeout";
import { root, sidecar } from "@/tests/support/takeouts";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage();

const kills = faultRounds({ full: 20, few: 3 });
const parts = isFullRun ? 10 : 4;
const photosOfPart = isFullRun ? 200 : 15;
const filmsOfPart = isFullRun ? 4 : 1;
/** 100 GB in total; only one film is stored. */
const filmBytes = isFullRun ? 2_500_000_000 : 3_000_000;
const latestKillMs = isFullRun ? 12_000 : 1_500;
const maxServerBytes = 400 * 1024 * 1024;
const folder = path.resolve(process.env.DATA_DIR ?? "", "takeouts");
// Set before anything reads it, here and in the server.
process.env.IMPORT_FOLDERS = folder;

/** Each part's photos have their sidecars in the next part, and the same film is in an album of each. */
async function writeParts(): Promise<string[]> {
  const film = { head: clipBytes(100_000), bytes: filmBytes };
  const hashes: string[] = [];
  const members: Record<string, SparseContent>[] = Array.from({ length: parts }, () => ({}));
  for (const [part, files] of members.entries()) {
    for (let at = 0; at < photosOfPart; at++) {
      const content = await tinyPicture();
      hashes.push(createHash("sha256").update(content).digest("hex"));
      const name = `IMG_${part}_${at}.jpg`;
      files[`${root}/Photos from 2024/${name}`] = content;
      const next = members[(part + 1) % parts] ?? files;
      const said = sidecar(name, { description: `Photo ${part} ${at}`, favorited: at === 0 });
      next[`${root}/Photos from 2024/${name}.supplemental-metadata.json`] = Buffer.from(JSON.stringify(said));
    }
    for (let at = 0; at < filmsOfPart; at++) files[`${root}/Album ${part} ${at}/film.mp4`] = film;
  }
  for (const [part, files] of members.entries()) {
    await writeSparseZip(path.join(folder, `takeout-${String(part + 1).padStart(3, "0")}.zip`), files);
  }
  return hashes;
}

/** The process's peak memory. */
const peakBytesOf = ({ pid }: KillableServer) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

test(
  `killed ${kills} times, an import of ${parts} archives adds every photo once, with what is said of it`,
  async () => {
    await mkdir(folder, { recursive: true });
    const hashes = await writeParts();
    const { cookie, familyId, userId } = await createOwner({ tier: "premium" });
    await db.user.update({ where: { id: userId }, data: { isOperator: true }, select: { id: true } });
    const program = await buildBareServer();
    let server = await startKillableServer(program);
    const ask = async (method: string, address: string, json?: unknown): Promise<ImportDto> => {
      const answer = await fetch(`${server.origin}/api/imports${address}`, {
        method,
        headers: { cookie, "content-type": "application/json" },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as ImportDto;
    };
    const stateOf = async (id: string) =>
      (await db.import.findUniqueOrThrow({ where: { id }, select: { state: true } })).state;
    let peakBytes = 0;
    const startedAt = performance.now();
    const { id } = await ask("POST", "", { timeZone: "UTC", folder: "takeouts" });
    await ask("POST", `/${id}/read`);
    let killed = 0;
    for (let isDone = false; !isDone; ) {
      const until = performance.now() + (killed < kills ? randomInt(200, latestKillMs) : 600_000);
      while (performance.now() < until && !isDone) {
        await delay(50);
        const state = await stateOf(id);
        if (state === "ready") await ask("POST", `/${id}/start`);
        if (state === "paused" || state === "failed") throw new Error(`The import is ${state}`);
        isDone = state === "done";
      }
      peakBytes = Math.max(peakBytes, peakBytesOf(server));
      if (isDone) break;
      await server.kill();
      killed++;
      server = await startKillableServer(program);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const done = await ask("GET", `/${id}`);
    await server.kill();

    expect(done).toMatchObject({
      addedCount: hashes.length + 1,
      knownCount: parts * filmsOfPart - 1,
      failedCount: 0,
      doneCount: done.totalCount,
      doneBytes: done.totalBytes,
    });
    const rows = await db.media.findMany({
      where: { familyId },
      select: { sha256: true, description: true, hearts: { select: { userId: true } } },
    });
    expect(rows).toHaveLength(hashes.length + 1);
    const bySum = new Map(rows.map((row) => [row.sha256, row]));
    for (const [at, hash] of hashes.entries()) {
      const [part, number] = [Math.floor(at / photosOfPart), at % photosOfPart];
      expect(bySum.get(hash)?.description).toBe(`Photo ${part} ${number}`);
      expect(bySum.get(hash)?.hearts).toHaveLength(number === 0 ? 1 : 0);
    }
    const { orphans } = await expectInvariants();
    expect(orphans).toEqual([]);
    expect(killed).toBeGreaterThanOrEqual(Math.min(kills, 2));
    expect(peakBytes).toBeLessThan(maxServerBytes);
    console.log(
      `${killed} kills, ${Math.round(done.totalBytes / 1e9)} GB, ${Math.round(seconds)} s, at most ${Math.round(peakBytes / 1e6)} MB`,
    );
    await rm(folder, { recursive: true, force: true });
  },
  isFullRun ? 3_600_000 : 300_000,
);
