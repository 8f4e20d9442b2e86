import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
  storeMedia,
} from "@/tests/support/factories";
import { plansOf } from "@/tests/support/query-plans";
import { openUploadFields } from "@/tests/support/sample-calls";

withTestDatabase();

const switchTo = (cookie: string, organizationId: string) =>
  call("POST", "/api/switch-organization", { cookie, json: { organizationId } });
const create = (cookie: string, json: object, headers = {}) =>
  call("POST", "/api/create-organization", { cookie, json, headers });
const current = async (cookie: string) =>
  (await call("GET", "/api/organization/current", { cookie })).body.name;
const families = async (cookie: string) =>
  (await call<{ id: string; name: string }[]>("GET", "/api/user-organizations", { cookie })).body;

/** Someone who owns one family and is a member of another. */
async function inTwoFamilies(): Promise<{ person: FamilyPerson; second: string }> {
  const person = await createOwner();
  const second = await createFamily({ name: "The Lindqvists", tier: "premium" });
  await createMember(second, "owner");
  await join(person.userId, second, "member");
  return { person, second };
}

test("a person's families are listed in the order they joined, with role, members and tier", async () => {
  const { person, second } = await inTwoFamilies();
  expect(await families(person.cookie)).toEqual([
    {
      id: person.familyId,
      name: "The Okafors",
      icon: "heart",
      role: "owner",
      member_count: 1,
      subscription_tier: "free",
      first_year: 2022,
      shows_places: true,
    },
    {
      id: second,
      name: "The Lindqvists",
      icon: "heart",
      role: "member",
      member_count: 2,
      subscription_tier: "premium",
      first_year: 2022,
      shows_places: true,
    },
  ]);
});

test("counting a family's members doesn't read those of all families", async () => {
  const { person } = await inTwoFamilies();
  const plans = await plansOf("Membership", () => families(person.cookie));
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toContain("Group Key");
});

test("a switch changes family, role and tier from the next request on, however often", async () => {
  const { person, second } = await inTwoFamilies();
  for (let time = 0; time < 2; time++) {
    expect(await switchTo(person.cookie, second)).toMatchObject({ status: 200, body: { id: second } });
    expect(await current(person.cookie)).toBe("The Lindqvists");
    const me = await call("GET", "/api/auth/me", { cookie: person.cookie });
    expect(me.body).toMatchObject({ isAdmin: false, subscriptionTier: "premium" });
  }
  expect((await call("GET", "/api/users", { cookie: person.cookie })).status).toBe(403);
});

test("each family shows its own pictures after a switch, and the other's are not found", async () => {
  const { person, second } = await inTwoFamilies();
  const { id } = await storeMedia(person, { hasFiles: false });
  await switchTo(person.cookie, second);
  expect((await call("GET", `/api/media/${id}`, { cookie: person.cookie })).status).toBe(404);
  await switchTo(person.cookie, person.familyId);
  expect((await call("GET", `/api/media/${id}`, { cookie: person.cookie })).status).toBe(200);
});

test("another device stays with its own family; the next sign-in opens the last chosen one", async () => {
  const { person, second } = await inTwoFamilies();
  const phone = await openSession(person.userId, person.familyId);
  await switchTo(person.cookie, second);
  expect(await current(phone.cookie)).toBe("The Okafors");
  const user = await db.user.findUniqueOrThrow({
    where: { id: person.userId },
    select: { lastFamilyId: true },
  });
  expect(user.lastFamilyId).toBe(second);
});

test("an upload started before a switch still lands in the family it was started in", async () => {
  const { person, second } = await inTwoFamilies();
  const json = openUploadFields("film");
  await call("POST", "/api/media/chunked-upload/init", { cookie: person.cookie, json });
  await switchTo(person.cookie, second);
  const again = await call("GET", "/api/media/chunked-upload/film", { cookie: person.cookie });
  expect(again.status).toBe(200);
  const upload = await db.upload.findFirstOrThrow({ select: { familyId: true } });
  expect(upload.familyId).toBe(person.familyId);
});

test("a family that isn't one's own can't be chosen, whatever the body claims", async () => {
  const person = await createOwner();
  const stranger = await createOwner({ name: "The others" });
  for (const organizationId of [stranger.familyId, "not-an-id", ""]) {
    const json = { organizationId, userId: stranger.userId, sessionId: stranger.sessionId, role: "owner" };
    const answer = await call("POST", "/api/switch-organization", { cookie: person.cookie, json });
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  expect(await current(person.cookie)).toBe("The Okafors");
});

test("someone without a family creates one, becomes its owner, and sees it only after switching", async () => {
  const person = await createPerson();
  const made = await create(person.cookie, {
    name: "  The Lindqvists ",
    subscriptionTier: "free",
    role: "member",
    userId: "someone-else",
    tier: "premium",
  });
  expect(made).toMatchObject({
    status: 201,
    body: { name: "The Lindqvists", role: "owner", member_count: 1, subscription_tier: "free" },
  });
  const before = await call("GET", "/api/organization/current", { cookie: person.cookie });
  expect(before).toMatchObject({ status: 403, body: { code: "no_family" } });
  await switchTo(person.cookie, String(made.body.id));
  expect(await current(person.cookie)).toBe("The Lindqvists");
  const people = await call<{ userId: string }[]>("GET", "/api/family-members", { cookie: person.cookie });
  expect(people.body).toMatchObject([{ userId: person.userId, name: person.username }]);
});

test("a blank name is refused", async () => {
  const person = await createPerson();
  const answer = await create(person.cookie, { name: "   ", subscriptionTier: "free" });
  expect(answer).toMatchObject({ status: 400, body: { field: "name", message: "Family name is required" } });
});

test("each owner gets one free family, even if ten are requested at once", async () => {
  const person = await createPerson();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => create(person.cookie, { name: `Family ${index}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, body.code]).toEqual([409, "free_family_exists"]);
    expect(body.message).toMatch(/already own a free family/);
  }
  expect(await families(person.cookie)).toHaveLength(1);
});

test("the same request sent again with its key creates one family and gets the same answer", async () => {
  const person = await createPerson();
  const headers = { "Idempotency-Key": "once" };
  const [first, second] = [
    await create(person.cookie, { name: "Ours" }, headers),
    await create(person.cookie, { name: "Ours" }, headers),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test("an owner of a paid family can have a free one too", async () => {
  const person = await createOwner({ tier: "family" });
  expect((await create(person.cookie, { name: "Free one" })).status).toBe(201);
});

test.each(["family", "premium"])(
  "a family with the %s plan is not created while nothing can be charged",
  async (tier) => {
    const person = await createPerson();
    const answer = await create(person.cookie, { name: "Rich", subscriptionTier: tier });
    expect(answer).toMatchObject({ status: 503, body: { code: "billing_not_configured" } });
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await db.family.count()).toBe(0);
  },
);

test("a nonexistent plan is refused with its field", async () => {
  const person = await createPerson();
  const answer = await create(person.cookie, { name: "Odd", subscriptionTier: "gold" });
  expect(answer).toMatchObject({ status: 400, body: { field: "subscriptionTier" } });
});

test("a child and a super admin can't create a family", async () => {
  const child = await createMember(await createFamily(), "member", { isChild: true });
  const superAdmin = await createPerson({ isSuperAdmin: true });
  for (const { cookie } of [child, superAdmin]) {
    expect((await create(cookie, { name: "Mine" })).status).toBe(403);
  }
  expect(await families(superAdmin.cookie)).toEqual([]);
});
