import { randomInt } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { beginSecondCopy } from "@/lib/operations/second-copy/server/begin-service";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { faultRounds, isFullRun } from "@/tests/support/fault-rounds";
import { FaultTraffic } from "@/tests/support/fault-traffic";
import { expectInvariants } from "@/tests/support/invariants";
import { buildBareServer, startKillableServer } from "@/tests/support/killable-server";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import { emptyFolder, newKeyFile, restoreInto } from "@/tests/support/second-copies";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

const key = await newKeyFile();
const copy = emptyFolder("copy");
process.env.SECOND_COPY = copy;
process.env.SECOND_COPY_KEY = key.recipient;
const dataDir = process.env.DATA_DIR ?? "";
// This machine doesn't lose power, so there is no need to wait for the disk.
const postgres = await withOwnPostgres(dataDir, ["fsync=off"]);
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const rounds = faultRounds({ full: 20, few: 1 });
// A real round takes 20 seconds, and after a restore the first restorable moment is some 30 seconds away.
if (!isFullRun) process.env.COPY_ROUND_MS = "1000";
const latestMs = isFullRun ? 90_000 : 5_000;
/** Anything older than this when the folder is destroyed must be restored. */
const mayBeLostMs = 60_000;

/** When each upload was first seen as acknowledged. */
function watch(traffic: FaultTraffic): { times: Map<string, number>; stop: () => void } {
  const times = new Map<string, number>();
  const look = () => {
    for (const id of traffic.acknowledged.keys()) if (!times.has(id)) times.set(id, Date.now());
  };
  const timer = setInterval(look, 20);
  return { times, stop: () => clearInterval(timer) };
}

/** Destroys everything but the copy, which is on another disk. */
async function destroyDataFolder(): Promise<void> {
  for (const name of await readdir(dataDir))
    await rm(path.join(dataDir, name), { recursive: true, force: true });
}

/** Whether the state at this time can be restored. */
async function isCopied(time: number): Promise<boolean> {
  const state = await db.secondCopy.findFirst({ select: { copiedUntil: true } }).catch(() => null);
  return (state?.copiedUntil?.getTime() ?? 0) > time;
}

test(
  `the data folder is destroyed at ${rounds} random moments under uploads: what is older than a minute is restored`,
  async () => {
    const { cookie } = await createOwner({ tier: "premium" });
    await beginSecondCopy();
    const program = await buildBareServer();
    let server = await startKillableServer(program);
    await until(() => isCopied(0));
    const traffic = new FaultTraffic({ cookie, origin: server.origin });
    const { times, stop } = watch(traffic);
    const counted = { restored: 0, lost: 0, oldestLostMs: 0, restoreMs: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      // With only a few moments, each must have uploads to restore.
      if (!isFullRun) {
        await until(() => traffic.acknowledged.size > 3 * round);
        const since = Date.now();
        await until(() => isCopied(since));
      }
      await delay(randomInt(1_000, latestMs));
      await server.kill();
      await postgres.stop();
      const destroyedAt = Date.now();
      await destroyDataFolder();

      const { code, words } = await restoreInto(dataDir, ["--from", copy, "--key", key.file]);
      expect([code, words]).toEqual([0, expect.stringContaining("Restored the album as of")]);
      counted.restoreMs.push(Date.now() - destroyedAt);
      await postgres.start();
      const rows = await db.media.findMany({ select: { id: true } });
      const there = new Set(rows.map(({ id }) => id));
      for (const id of [...traffic.acknowledged.keys()]) {
        if (there.has(id)) continue;
        const ageMs = destroyedAt - (times.get(id) ?? destroyedAt);
        expect(ageMs).toBeLessThan(mayBeLostMs);
        counted.lost++;
        counted.oldestLostMs = Math.max(counted.oldestLostMs, ageMs);
        traffic.acknowledged.delete(id);
      }
      counted.restored = there.size;
      // Every row has its original with its own hash, and everything adds up.
      await expectInvariants(traffic);
      await beginSecondCopy();
      server = await startKillableServer(program);
      traffic.origin = server.origin;
      await traffic.cancelFinishedFilms();
      traffic.check();
    }
    await traffic.finish();
    stop();
    await server.kill();
    await expectInvariants(traffic);
    // The rounds weren't vacuous: work was done, restored, and interrupted.
    expect(counted.restored).toBeGreaterThan(0);
    if (isFullRun) expect(counted.lost).toBeGreaterThan(0);
    console.log(JSON.stringify({ ...traffic.counted, ...counted }));
  },
  120_000 + rounds * 240_000,
);
