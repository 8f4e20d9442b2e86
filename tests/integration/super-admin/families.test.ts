import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, createPerson, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const root = "/api/super-admin/organizations";

interface Found {
  items: {
    id: string;
    name: string;
    subscriptionTier: string;
    suspended: boolean;
    owners: { email: string }[];
  }[];
  pagination: { total: number; hasMore: boolean };
}

async function find(query: string): Promise<Found> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  return (await call<Found>("GET", `${root}?${query}`, { cookie })).body;
}

async function change(id: string, json: object) {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  return call("PATCH", `${root}/${id}`, { cookie, json });
}

test("a family is found by its name, and by its owner's address, and by nothing of its members", async () => {
  const okafors = await createOwner({ name: "The Okafors" });
  const member = await createMember(okafors.familyId);
  await createOwner({ name: "100% Smith_s" });
  const names = async (q: string) => (await find(`q=${encodeURIComponent(q)}`)).items.map(({ name }) => name);
  expect(await names("okaf")).toEqual(["The Okafors"]);
  expect(await names(okafors.email.toUpperCase())).toEqual(["The Okafors"]);
  expect(await names(member.email)).toEqual([]);
  expect(await names("0% S")).toEqual(["100% Smith_s"]);
  expect(await names("%")).toEqual(["100% Smith_s"]);
});

test("the list is paged and filtered, and shows no picture", async () => {
  const owner = await createOwner({ name: "The Okafors", tier: "family" });
  await storeMedia(owner, { hasFiles: false, description: "a secret beach" });
  await createOwner({ name: "The Smiths" });
  const first = await find("limit=1");
  expect(first.pagination).toEqual({ total: 2, limit: 1, offset: 0, hasMore: true });
  const paid = await find("tier=family&state=open");
  expect(paid.items).toEqual([
    expect.objectContaining({ name: "The Okafors", mediaCount: 1, memberCount: 1 }),
  ]);
  expect(JSON.stringify(paid)).not.toMatch(/secret|beach|\.jpg/);
});

test("a manual upgrade applies at once, is logged, and can be undone", async () => {
  const owner = await createOwner();
  const up = await change(owner.familyId, { subscriptionTier: "premium" });
  expect([up.status, up.body.subscriptionTier]).toEqual([200, "premium"]);
  const me = await call("GET", "/api/auth/me", { cookie: owner.cookie });
  expect(me.body).toMatchObject({ subscriptionTier: "premium", subscriptionStatus: "active" });
  await change(owner.familyId, { subscriptionTier: "free" });
  expect((await call("GET", "/api/auth/me", { cookie: owner.cookie })).body.subscriptionTier).toBe("free");
  const written = await db.activityEntry.findMany({ where: { action: "family.tierChanged" } });
  expect(written.map(({ familyId, detail }) => [familyId, detail])).toEqual([
    [owner.familyId, { from: "free", to: "premium" }],
    [owner.familyId, { from: "premium", to: "free" }],
  ]);
});

describe("a suspended family", () => {
  test("is closed to its people at once, and reopens unchanged", async () => {
    const owner = await createOwner();
    const member = await createMember(owner.familyId);
    const { id } = await storeMedia(owner);
    const pictures = ["/api/media", `/api/images/thumbnail/${id}`, `/direct-image/${id}`];
    for (const path of pictures) {
      expect([path, (await call("GET", path, { cookie: member.cookie })).status]).toEqual([path, 200]);
    }
    const neighbour = await createOwner({ name: "The others" });
    expect((await change(owner.familyId, { suspended: true })).body.suspended).toBe(true);
    expect((await call("GET", "/api/media", { cookie: neighbour.cookie })).status).toBe(200);
    const closed = await db.family.findMany({
      where: { suspendedAt: { not: null } },
      select: { id: true },
    });
    expect(closed).toEqual([{ id: owner.familyId }]);
    for (const { cookie } of [owner, member]) {
      for (const path of pictures) {
        const { status, body, bytes } = await call("GET", path, { cookie });
        const code = body?.code ?? JSON.parse(bytes.toString()).code;
        expect([path, status, code]).toEqual([path, 403, "family_suspended"]);
      }
    }
    await change(owner.familyId, { suspended: false });
    for (const path of pictures)
      expect((await call("GET", path, { cookie: member.cookie })).status).toBe(200);
  });

  test("leaves its people their account, their own data and their other families", async () => {
    const owner = await createOwner();
    await change(owner.familyId, { suspended: true });
    const { cookie } = owner;
    expect((await call("GET", "/api/auth/me", { cookie })).body).toMatchObject({ currentFamily: null });
    expect((await call("GET", "/api/user/export", { cookie })).status).toBe(200);
    const other = await createOwner({ name: "The others" });
    await db.membership.create({ data: { userId: owner.userId, familyId: other.familyId, role: "member" } });
    const json = { organizationId: other.familyId };
    expect((await call("POST", "/api/switch-organization", { cookie, json })).status).toBe(200);
    expect((await call("GET", "/api/media", { cookie })).status).toBe(200);
  });

  test("is suspended once, however often it is requested", async () => {
    const owner = await createOwner();
    const first = await change(owner.familyId, { suspended: true });
    const second = await change(owner.familyId, { suspended: true });
    expect(second.body).toEqual(first.body);
    expect(await db.activityEntry.count({ where: { action: "family.suspended" } })).toBe(1);
  });

  test("admits nobody new: its invitations look nonexistent", async () => {
    const owner = await createOwner({ tier: "family" });
    const { cookie } = owner;
    const json = { username: "nana", email: "nana@example.org", isAdmin: false };
    const { body } = await call<{ url: string }>("POST", "/api/invitations", { cookie, json });
    const code = new URL(body.url).pathname.split("/").at(-1);
    await change(owner.familyId, { suspended: true });
    expect((await call("GET", `/api/invitations/${code}/validate`)).status).toBe(404);
    await change(owner.familyId, { suspended: false });
    expect((await call("GET", `/api/invitations/${code}/validate`)).status).toBe(200);
  });
});

test("a missing family is not found, and an empty change is refused", async () => {
  const owner = await createOwner();
  for (const id of ["0198c0de-0000-7000-8000-000000000000", "not-an-id"]) {
    expect((await change(id, { suspended: true })).status).toBe(404);
  }
  expect((await change(owner.familyId, {})).status).toBe(400);
});

test("people are found by name and address, with their families and without private data", async () => {
  const owner = await createOwner({ name: "The Okafors" });
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { body } = await call<{ items: object[] }>("GET", `/api/super-admin/users?q=${owner.email}`, {
    cookie,
  });
  expect(body.items).toEqual([
    expect.objectContaining({
      id: owner.userId,
      families: [{ id: owner.familyId, name: "The Okafors", role: "owner" }],
    }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Garden Lane|\+4477|passwordHash/);
});
