import { readMissingFacts } from "@/lib/album/media/server/facts-backfill-service";
import { databasePool } from "@/lib/db";
import { startWorkers } from "@/server/tasks";
import { call, loadDeclaredCalls } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createFamily, createMember, type FamilyPerson } from "@/tests/support/factories";
import { readied, sampleCalls } from "@/tests/support/sample-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";
import { createTwins, type Twins } from "@/tests/support/twins";
import { until } from "@/tests/support/until";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
await withTestStripe();

const insiders = ["user", "member", "admin", "owner"];
const declared = await loadDeclaredCalls();
const writes = declared
  .filter(({ method, declaration }) => method !== "GET" && insiders.includes(declaration.access))
  .map(({ method, path }) => ({ name: `${method} ${path}`, method }))
  .filter(({ name }) => sampleCalls[name]);

let worker: Awaited<ReturnType<typeof startWorkers>>;
let our: string;
let twins: Twins;

/** Gives a family and its person one of everything they can have. */
async function settle(person: FamilyPerson): Promise<void> {
  const targets = new Set(Object.values(sampleCalls).map(({ target }) => target));
  for (const target of targets) await target?.(person);
}

const isIdle = async () => {
  const { rows } = await databasePool().query<{ due: number }>(
    `SELECT count(*)::int AS due FROM graphile_worker._private_jobs
     WHERE locked_at IS NOT NULL OR (run_at <= now() AND attempts < max_attempts)`,
  );
  return rows[0]?.due === 0;
};

// Its worker stops before the database is closed.
describe("a neighbour family with the very same rows", () => {
  beforeAll(async () => {
    our = await createFamily({ tier: "premium" });
    await settle(await createMember(our, "owner"));
    // The worker does this at night, for all families.
    await readMissingFacts();
    twins = await createTwins();
    worker = await startWorkers();
  }, 300_000);
  afterAll(() => worker.stop());

  test.each(writes)(
    "a neighbour family with the very same rows keeps each of them through $name",
    async ({ name, method }) => {
      const sample = sampleCalls[name];
      if (!sample) throw new Error(`${name} has no sample`);
      const familyId = sample.needsOwnFamilies ? await createFamily() : our;
      const owner = await createMember(familyId, "owner");
      const id = await readied(sample, { person: owner, insider: owner });
      const { path, ...options } = await sample.request(id);
      const { status, body } = await call(method, path, { cookie: owner.cookie, ...options });
      expect([status, body]).toEqual([sample.status, body]);
      await until(isIdle);
      expect(await twins.changes()).toEqual([]);
    },
    60_000,
  );
});
