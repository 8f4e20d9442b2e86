import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { runningPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { faultRounds } from "@/tests/support/fault-rounds";
import { FaultTraffic } from "@/tests/support/fault-traffic";
import { expectInvariants } from "@/tests/support/invariants";
import { buildBareServer, startKillableServer } from "@/tests/support/killable-server";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

// This machine doesn't lose power, so there is no need to wait for the disk.
const dataDir = path.join(process.env.DATA_DIR ?? "", "own");
const postgres = await withOwnPostgres(dataDir, ["fsync=off"]);
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const rounds = faultRounds({ full: 20, few: 2 });
/** quality.md, Faults. */
const recoversWithinMs = 30_000;

const ways: [string, () => Promise<void>][] = [
  [
    "stopped and started",
    async () => {
      await postgres.stop();
      await delay(randomInt(0, 1500));
      await postgres.start();
    },
  ],
  [
    "crashed",
    async () => {
      await postgres.crash();
      // A second start on the same folder would otherwise end it.
      await until(async () => (await runningPostgres(dataDir)) !== null);
    },
  ],
];

test(
  `PostgreSQL stopped, or crashed, ${rounds} times under traffic: errors are readable, and work resumes`,
  async () => {
    const { cookie } = await createOwner({ tier: "premium" });
    const server = await startKillableServer(await buildBareServer());
    const excused = ["database_unavailable", "busy"];
    const traffic = new FaultTraffic({ cookie, origin: server.origin, excused });
    let slowestMs = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        await delay(randomInt(100, 600));
        const [, goAway] = ways[round % ways.length] ?? ways[0] ?? [];
        await goAway?.();
        const backAt = performance.now();
        const before = traffic.acknowledged.size;
        await until(() => {
          traffic.check();
          return traffic.acknowledged.size > before;
        }, recoversWithinMs);
        slowestMs = Math.max(slowestMs, performance.now() - backAt);
        await expectInvariants(traffic);
      }
      await traffic.finish();
      // The worker has recovered too.
      const waiting = { derivatives: "pending", mediaType: "image" } as const;
      await until(async () => (await db.media.count({ where: waiting })) === 0);
      expect(await db.media.count({ where: { derivatives: "failed", mediaType: "image" } })).toBe(0);
    } finally {
      await server.kill();
    }
    await expectInvariants(traffic);
    expect(traffic.counted.refused).toBeGreaterThan(rounds);
    console.log(`${JSON.stringify(traffic.counted)}; up again after ${Math.round(slowestMs)} ms at most`);
  },
  120_000 + rounds * 40_000,
);
