import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { faultRounds } from "@/tests/support/fault-rounds";
import { FaultTraffic } from "@/tests/support/fault-traffic";
import { expectInvariants } from "@/tests/support/invariants";
import { buildBareServer, startKillableServer } from "@/tests/support/killable-server";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage();

const rounds = faultRounds({ full: 200, few: 4 });
const latestKillMs = 700;
/** Every file is hashed each time. */
const roundsBetweenLooks = 10;

test(
  `killed at ${rounds} random moments, the server keeps every upload it acknowledged and counts right`,
  async () => {
    const { cookie } = await createOwner({ tier: "premium" });
    const program = await buildBareServer();
    let server = await startKillableServer(program);
    const traffic = new FaultTraffic({ cookie, origin: server.origin });
    for (let round = 0; round < rounds; round++) {
      await delay(randomInt(30, latestKillMs));
      await server.kill();
      if (round % roundsBetweenLooks === 0) await expectInvariants(traffic);
      server = await startKillableServer(program);
      traffic.origin = server.origin;
    }
    // The next server finishes what the last kill interrupted.
    await traffic.finish();
    await server.kill();
    const { orphans } = await expectInvariants(traffic);
    // The rounds weren't vacuous: some work was done, and some was interrupted.
    expect(traffic.counted.singles).toBeGreaterThan(rounds / 4);
    expect(traffic.counted.chunked).toBeGreaterThan(0);
    expect(traffic.counted.brokenOff).toBeGreaterThan(rounds);
    console.log(`${JSON.stringify(traffic.counted)}, ${orphans.length} files without a row`);
  },
  60_000 + rounds * 6000,
);
