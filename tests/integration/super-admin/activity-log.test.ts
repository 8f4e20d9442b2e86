import { purgeActivity } from "@/lib/core/activity/server/retention-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";

withTestDatabase();

const root = "/api/super-admin/activity-log";

interface Log {
  items: { id: string; action: string; actor: { name: string | null } | null; family: object | null }[];
  nextCursor: string | null;
}

async function read(query = ""): Promise<Log> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { status, body } = await call<Log>("GET", `${root}?${query}`, { cookie });
  expect(status).toBe(200);
  return body;
}

test("entries are listed latest first, named, and page by page without a gap", async () => {
  const { userId, username, familyId } = await createOwner();
  const actions = ["a.one", "a.two", "a.three", "a.four", "a.five"];
  await db.activityEntry.createMany({
    data: actions.map((action, second) => ({
      action,
      actorId: userId,
      familyId,
      at: new Date(Date.UTC(2026, 10, 20, 8, 0, second)),
    })),
  });
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Log = await read(`action=a.&limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    seen.push(...page.items.map(({ action }) => action));
    expect(page.items[0]).toMatchObject({ actor: { name: username }, family: { name: "The Okafors" } });
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(["a.five", "a.four", "a.three", "a.two", "a.one"]);
});

test("the log can be filtered by action, actor, family and time", async () => {
  const owner = await createOwner();
  await recordActivity({ action: "b.mine", actorId: owner.userId, familyId: owner.familyId });
  await recordActivity({ action: "b.house" });
  const actions = async (query: string) => (await read(query)).items.map(({ action }) => action);
  expect(await actions(`person=${owner.username}`)).toEqual(["b.mine"]);
  expect(await actions("person=nobody-is-called-that")).toEqual([]);
  expect(await actions(`family=${owner.familyId}`)).toEqual(["b.mine"]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await actions(`action=b.&from=${today}&to=${today}`)).sort()).toEqual(["b.house", "b.mine"]);
  expect(await actions("action=b.&to=2020-01-01")).toEqual([]);
});

test.each([
  ["from", "from=yesterday"],
  ["family", "family=not-an-id"],
  ["limit", "limit=0"],
  ["cursor", "cursor=nonsense"],
])("a wrong %s is refused by its name", async (field, query) => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { status, body } = await call("GET", `${root}?${query}`, { cookie });
  expect([status, body.field]).toEqual([400, field]);
});

test("the CSV contains the same, and no cell that a spreadsheet would run", async () => {
  const evil = await createPerson({ username: "=cmd|' /c calc'!a1" });
  await recordActivity({
    action: "c.evil",
    actorId: evil.userId,
    detail: { name: '=HYPERLINK("http://x")' },
  });
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { status, headers, bytes } = await call("GET", `${root}.csv?action=c.`, { cookie });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("text/csv");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="activity-log-.*\.csv"$/);
  const lines = bytes.toString().split("\r\n");
  expect(lines[0]).toBe("\uFEFFwhen,action,by,about,family,details,address,device");
  expect(lines[1]).toContain("'=cmd|' /c calc'!a1");
  expect(lines[1]).not.toMatch(/(^|,)"?[=+@-]/);
  expect(lines).toHaveLength(3);
  expect(await db.activityEntry.count({ where: { action: "system.activityExported" } })).toBe(1);
});

test("a log longer than one batch of the export is complete and repeats nothing", async () => {
  const at = new Date();
  await db.activityEntry.createMany({
    data: Array.from({ length: 2_345 }, (_, index) => ({ action: `d.${index}`, at })),
  });
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { bytes } = await call("GET", `${root}.csv?action=d.`, { cookie });
  const actions = bytes
    .toString()
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[1]);
  expect(actions).toHaveLength(2_345);
  expect(new Set(actions).size).toBe(2_345);
});

describe("a recorded entry", () => {
  test("can't be changed or removed by anyone", async () => {
    await recordActivity({ action: "e.done" });
    await expect(db.activityEntry.updateMany({ data: { action: "e.undone" } })).rejects.toThrow();
    await expect(db.activityEntry.deleteMany({})).rejects.toThrow();
    await expect(db.$executeRaw`UPDATE "ActivityEntry" SET "actorId" = NULL`).rejects.toThrow(
      /only added to/,
    );
    expect(await db.activityEntry.count({ where: { action: "e.done" } })).toBe(1);
  });

  test("is deleted after 400 days, only by the purge, and nothing younger with it", async () => {
    const day = 86_400_000;
    const old = new Date(Date.now() - 401 * day);
    const young = new Date(Date.now() - 399 * day);
    await db.activityEntry.createMany({
      data: [
        { action: "f.old", at: old },
        { action: "f.young", at: young },
      ],
    });
    await expect(db.activityEntry.deleteMany({ where: { action: "f.old" } })).rejects.toThrow();
    expect(await purgeActivity()).toBe(1);
    expect((await read("action=f.")).items.map(({ action }) => action)).toEqual(["f.young"]);
    // The permission ends with its transaction.
    await expect(db.activityEntry.deleteMany({})).rejects.toThrow();
  });

  test("no longer has addresses after 90 days, and nothing else changes", async () => {
    const day = 86_400_000;
    const from = { ipAddress: "203.0.113.7", userAgent: "A phone" };
    const detail = { to: "admin" };
    await db.activityEntry.createMany({
      data: [
        { action: "g.old", at: new Date(Date.now() - 91 * day), detail, ...from },
        { action: "g.young", at: new Date(Date.now() - 89 * day), detail, ...from },
      ],
    });
    await purgeActivity();
    const select = { action: true, detail: true, ipAddress: true, userAgent: true };
    const kept = await db.activityEntry.findMany({ where: { action: { startsWith: "g." } }, select });
    expect(kept.sort((a, b) => a.action.localeCompare(b.action))).toEqual([
      { action: "g.old", detail, ipAddress: null, userAgent: null },
      { action: "g.young", detail, ...from },
    ]);
  });

  test("can't be rewritten by claiming to purge it", async () => {
    await db.activityEntry.create({ data: { action: "h.old", at: new Date(Date.now() - 100 * 86_400_000) } });
    const rewrite = db.$transaction(async (client) => {
      await client.$executeRaw`SELECT set_config('keepsake.activity_purge', 'on', true)`;
      await client.$executeRaw`UPDATE "ActivityEntry" SET action = 'h.forged' WHERE action = 'h.old'`;
    });
    await expect(rewrite).rejects.toThrow(/only added to/);
  });
});
