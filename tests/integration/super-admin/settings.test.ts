import { readFileSync } from "node:fs";
import type { SystemSettings } from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { forgetSystemSettings, getSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, createPerson } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { storeSystemSettings } from "@/tests/support/system-settings";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const path = "/api/super-admin/settings";

/** Saves settings as a super admin; `change` names only what differs from the defaults. */
async function set(change: (settings: SystemSettings) => void) {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const settings = structuredClone(defaultSystemSettings);
  change(settings);
  return call("PUT", path, { cookie, json: settings });
}

/** Uploads a picture of at least this size. */
async function upload(cookie: string, bytes = 0) {
  const picture = await tinyPicture();
  const content = Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]);
  const json = {
    fileName: "beach.jpg",
    fileType: "image/jpeg",
    fileData: content.toString("base64"),
    year: 2024,
    month: 7,
    description: "",
  };
  return call("POST", "/api/media", { cookie, json });
}

const newcomer = { username: "new.one", email: "new.one@example.org", password: "correct horse battery" };

test("until someone sets anything, the defaults are returned", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { status, body } = await call("GET", path, { cookie });
  expect(status).toBe(200);
  expect(body).toEqual(defaultSystemSettings);
});

test("a setting is stored, applies at once and is logged once", async () => {
  for (let time = 0; time < 2; time++) {
    const { status, body } = await set((settings) => {
      settings.plans.family.priceMonthly = 599;
    });
    expect(status).toBe(200);
    expect((body as unknown as SystemSettings).plans.family.priceMonthly).toBe(599);
  }
  const { body: plans } = await call<{ tier: string; priceMonthly: number }[]>("GET", "/api/plans");
  expect(plans.find(({ tier }) => tier === "family")?.priceMonthly).toBe(599);
  const written = await db.activityEntry.findMany({ where: { action: "system.settingsChanged" } });
  expect(written).toEqual([expect.objectContaining({ detail: { changed: ["plans.family.priceMonthly"] } })]);
});

test("another process sees it within two seconds", async () => {
  await getSystemSettings();
  await db.systemSettings.create({ data: { id: 1, values: { signUpOpen: false } }, select: { id: true } });
  const clock = jest.spyOn(performance, "now").mockReturnValue(performance.now() + 2_001);
  try {
    expect((await getSystemSettings()).signUpOpen).toBe(false);
  } finally {
    clock.mockRestore();
    forgetSystemSettings();
  }
});

test.each<[string, (settings: SystemSettings) => void]>([
  ["plans.free.priceMonthly", (settings) => Object.assign(settings.plans.free, { priceMonthly: 100 })],
  ["plans.family.priceYearly", (settings) => Object.assign(settings.plans.family, { priceYearly: 9_999 })],
  ["plans.family.members", (settings) => Object.assign(settings.plans.family, { members: 2 })],
  [
    "plans.premium.storageBytes",
    (settings) => Object.assign(settings.plans.premium, { storageBytes: 1_048_576 }),
  ],
  ["maxImageBytes", (settings) => Object.assign(settings, { maxImageBytes: 1_024 * 1_048_576 + 1 })],
  ["maxVideoBytes", (settings) => Object.assign(settings, { maxVideoBytes: 51_200 * 1_048_576 + 1 })],
  ["plans.free.maxVideoBytes", (settings) => Object.assign(settings.plans.free, { maxVideoBytes: 1 })],
  ["maintenance", (settings) => Object.assign(settings, { maintenance: "yes" })],
])("an invalid %s is refused by its name", async (field, change) => {
  const { status, body } = await set(change);
  expect([status, body.field]).toEqual([400, field]);
  expect(await db.systemSettings.count()).toBe(0);
});

test("while sign-up is closed nobody can create an account, but an invitation still works", async () => {
  await set((settings) => {
    settings.signUpOpen = false;
  });
  for (const [to, json] of [
    ["/api/create-account", newcomer],
    ["/api/organization/signup", { ...newcomer, familyName: "The Newcomers" }],
  ] as const) {
    const answer = await call("POST", to, { json });
    expect([answer.status, answer.body.code]).toEqual([403, "sign_up_closed"]);
  }
  const owner = await createOwner({ tier: "family" });
  const invited = await call<{ url: string }>("POST", "/api/invitations", {
    cookie: owner.cookie,
    json: { username: newcomer.username, email: newcomer.email, isAdmin: false },
  });
  const code = new URL(invited.body.url).pathname.split("/").at(-1);
  const json = { password: newcomer.password, phoneNumber: null };
  expect((await call("POST", `/api/register/${code}`, { json })).status).toBe(201);
});

test("a changed member limit is the one that applies and the one that is named", async () => {
  await set((settings) => {
    settings.plans.free.members = 1;
  });
  const { cookie } = await createOwner();
  const json = { username: "nana", email: "nana@example.org", isAdmin: false };
  const refused = await call("POST", "/api/invitations", { cookie, json });
  expect([refused.status, refused.body.code]).toEqual([422, "member_limit"]);
  expect(refused.body.error).toContain("room for 1 ");
});

test("storage, file sizes and free prints follow the settings", async () => {
  await set((settings) => {
    settings.plans.free.storageBytes = 1_048_576;
    settings.plans.free.freePrints = 7;
    settings.maxImageBytes = 1_048_576;
  });
  const full = await createOwner({ storageBytes: 1_048_576n });
  const refused = await upload(full.cookie);
  expect([refused.status, refused.body.code]).toEqual([422, "storage_limit"]);
  expect(refused.body.error).toContain("storage of 1MB is full");
  const quota = await call("GET", "/api/user/quota", { cookie: full.cookie });
  expect(quota.body).toMatchObject({ monthlyQuota: 7, remaining: 7 });
  const member = await createMember(full.familyId);
  const heavy = await upload(member.cookie, 1_048_577);
  expect([heavy.status, heavy.body.error]).toEqual([413, "File is too large for upload (max size: 1MB)"]);
});

test("the upgrade drops old limits that nobody chose, and keeps those that someone did", async () => {
  const folder = "prisma/migrations/20261124191847_large_files/migration.sql";
  const updates = readFileSync(folder, "utf8").match(/^UPDATE .*;$/gm) ?? [];
  expect(updates).toHaveLength(2);
  for (const [stored, limits] of [
    [{ maxImageBytes: 10_485_760, maxVideoBytes: 104_857_600 }, [209_715_200, 10_737_418_240]],
    [{ maxImageBytes: 5_242_880, maxVideoBytes: 104_857_600 }, [5_242_880, 10_737_418_240]],
  ] as const) {
    await storeSystemSettings({ ...stored, maintenance: false });
    for (const update of updates) await db.$executeRawUnsafe(update);
    forgetSystemSettings();
    const { maxImageBytes, maxVideoBytes } = await getSystemSettings();
    expect([maxImageBytes, maxVideoBytes]).toEqual(limits);
  }
});

test("a form opened before maintenance began changes something else and doesn't end it", async () => {
  expect((await set((settings) => Object.assign(settings, { maintenance: true }))).status).toBe(200);
  const { status, body: answered } = await set((settings) => {
    Reflect.deleteProperty(settings, "maintenance");
    settings.plans.family.members = 7;
  });
  const body = answered as unknown as SystemSettings;
  expect([status, body.maintenance, body.plans.family.members]).toEqual([200, true, 7]);
  const written = await db.activityEntry.findMany({
    where: { action: "system.settingsChanged" },
    orderBy: { at: "asc" },
    select: { detail: true },
  });
  expect(written.map(({ detail }) => detail)).toEqual([
    { changed: ["maintenance"], maintenance: true },
    { changed: ["plans.family.members"] },
  ]);
});

test("forms opened at the same time each save what was changed in them", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const changes = [
    { plans: { family: { members: 7 } }, ceilings: { accounts: 900 } },
    { plans: { family: { priceMonthly: 599 } }, ceilings: { mailsPerDay: null } },
    { prints: { isOffered: false }, maxImageBytes: 5_242_880 },
    { prints: { askAddress: "first_order" } },
  ];
  const saved = await Promise.all(changes.map((json) => call("PUT", path, { cookie, json })));
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const expected = structuredClone(defaultSystemSettings);
  Object.assign(expected.plans.family, { members: 7, priceMonthly: 599 });
  Object.assign(expected.ceilings, { accounts: 900, mailsPerDay: null });
  Object.assign(expected, {
    prints: { isOffered: false, askAddress: "first_order" },
    maxImageBytes: 5_242_880,
  });
  expect((await call("GET", path, { cookie })).body).toEqual(expected);
  for (const json of [{}, { ceilings: {} }, { plans: { free: {} } }]) {
    const { status, body } = await call("PUT", path, { cookie, json });
    expect([status, body.message]).toEqual([400, "There is nothing to change"]);
  }
});

test("a change that doesn't fit what another super admin has saved since is refused", async () => {
  await set((settings) => {
    settings.plans.free.members = settings.plans.family.members;
  });
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const before = (await call("GET", path, { cookie })).body;
  const json = { plans: { family: { members: defaultSystemSettings.plans.family.members - 1 } } };
  const { status, body } = await call("PUT", path, { cookie, json });
  expect([status, body.field]).toEqual([400, "plans.family.members"]);
  expect((await call("GET", path, { cookie })).body).toEqual(before);
});

test("a form from before plans had file sizes leaves them unchanged", async () => {
  await set((settings) => {
    settings.plans.family.maxImageBytes = 7 * 1_048_576;
  });
  const { status, body: answered } = await set((settings) => {
    for (const plan of Object.values(settings.plans)) {
      Reflect.deleteProperty(plan, "maxImageBytes");
      Reflect.deleteProperty(plan, "maxVideoBytes");
    }
    Object.assign(settings.plans.family, { members: 7 });
  });
  const body = answered as unknown as SystemSettings;
  expect([status, body.plans.family.members, body.plans.family.maxImageBytes]).toEqual([200, 7, 7_340_032]);
  expect(body.plans.free.maxVideoBytes).toBe(104_857_600);
});

test("every member's browser gets the configured limits, a stranger's doesn't", async () => {
  const limits = "/api/media/upload-limits";
  const { cookie } = await createOwner();
  expect((await call("GET", limits, { cookie })).body).toEqual({
    maxImageBytes: 209_715_200,
    maxVideoBytes: 10_737_418_240,
    takesHeic: true,
  });
  await set((settings) => {
    settings.maxImageBytes = 3 * 1_048_576;
    settings.maxVideoBytes = 20 * 1_048_576;
  });
  for (let time = 0; time < 2; time++) {
    const { status, body } = await call("GET", limits, { cookie });
    expect([status, body]).toEqual([
      200,
      { maxImageBytes: 3_145_728, maxVideoBytes: 20_971_520, takesHeic: true },
    ]);
  }
  expect((await call("GET", limits)).status).toBe(401);
  const { cookie: without } = await createPerson();
  expect((await call("GET", limits, { cookie: without })).status).toBe(403);
});
