import type { MediaPageDto } from "@/lib/album/media/schema";
import { databasePool, db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { testUnlessPooled } from "@/tests/support/unless-pooled";

withTestDatabase({ keepsRows: true });

const items = 3_000;
let owner: FamilyPerson;

beforeAll(async () => {
  owner = await createOwner();
  const { familyId, userId: uploaderId } = owner;
  const facts = { mediaType: "image", mimeType: "image/jpeg", year: 2024, month: 7, bytes: 1 } as const;
  await db.media.createMany({
    data: Array.from({ length: items }, (_, number) => ({
      ...facts,
      ...{ familyId, uploaderId, fileName: `${number}.jpg`, sortAt: new Date(1_720_000_000_000 + number) },
      ...{ storagePath: `${familyId}/${number}.jpg`, sha256: `${number}`.padStart(64, "0") },
    })),
  });
  // PostgreSQL's statistics determine its plans.
  await databasePool().query("ANALYZE");
});

/** PostgreSQL plans a statement this many times before it considers a generic plan. */
const plansCompared = 5;

/** How many custom and generic plans were used, for each statement with this column. */
async function plansWith(column: string): Promise<{ custom: number; generic: number }[]> {
  const { rows } = await databasePool().query(
    `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
     WHERE statement LIKE $1`,
    [`%"${column}"%`],
  );
  return rows;
}

const calls = 3 * plansCompared;

async function expectKeptPlan(column: string): Promise<void> {
  const often = (await plansWith(column)).filter(({ custom, generic }) => custom + generic >= calls);
  expect(often).not.toEqual([]);
  for (const { custom } of often) expect(custom).toBeLessThanOrEqual(plansCompared);
}

testUnlessPooled.each([
  "/api/media",
  "/api/media?limit=60&stacks=collapsed",
  "/api/media/month/2024/7",
  "/api/media/month/2024/7?limit=17",
  "/api/media/all?limit=60",
])("PostgreSQL plans %s a few times and then reuses the plan", async (path) => {
  for (let asked = 0; asked < calls; asked++) {
    const { status, body } = await call<MediaPageDto>("GET", path, { cookie: owner.cookie });
    expect(status).toBe(200);
    expect(body.items.length).toBeGreaterThan(0);
  }
  await expectKeptPlan("uploaderName");
});

testUnlessPooled("PostgreSQL reuses its plan for looking up one photo", async () => {
  const stranger = await createOwner();
  const photos = await db.media.findMany({ select: { id: true }, take: calls });
  for (const { id } of photos) {
    // The photo is looked up before its family is checked.
    const { status } = await call("GET", `/api/images/thumbnail/${id}`, { cookie: stranger.cookie });
    expect(status).toBe(404);
  }
  await expectKeptPlan("mediumType");
});

test("no trigger on photos, hearts, comments, tags and measures executes SQL text that is planned every time", async () => {
  const { rows } = await databasePool().query<{ name: string; isPlannedEachTime: boolean }>(
    `SELECT DISTINCT p.proname AS name, p.prosrc ~* '\\mexecute\\M' AS "isPlannedEachTime"
     FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE NOT t.tgisinternal AND t.tgrelid = ANY(ARRAY['"Media"', '"Heart"', '"Comment"', '"MediaTag"', '"MediaMeasures"']::regclass[])`,
  );
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["keep_media_counts", "mark_days_of_items"]),
  );
  expect(rows.filter(({ isPlannedEachTime }) => isPlannedEachTime)).toEqual([]);
});
