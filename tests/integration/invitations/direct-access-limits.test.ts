import type { UserDto } from "@/lib/account/accounts/schema";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createOwner,
  emptyProfile,
  type FamilyPerson,
  join,
  openSession,
  testPassword,
} from "@/tests/support/factories";
import { mailsTo } from "@/tests/support/working-mail";

withTestDatabase();

/** An admin makes a link for someone and uses it. @returns the session's Cookie header */
async function getInAs(person: FamilyPerson, admin: FamilyPerson): Promise<string> {
  const json = { userId: person.userId };
  const made = await call<{ url: string }>("POST", "/api/direct-access", { cookie: admin.cookie, json });
  const token = new URL(made.body.url).searchParams.get("direct");
  const answer = await call("POST", "/api/direct-access/redeem", {
    json: { token },
    headers: { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
  });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const inAlbum = ({ userId }: FamilyPerson) =>
  db.notification.findMany({
    where: { userId },
    select: { kind: true, title: true, message: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
const me = (cookie: string) => call<UserDto>("GET", "/api/auth/me", { cookie });
const proof = { password: testPassword };
const missing = "0190aaaa-0000-7000-8000-000000000000";

const address = {
  addressFullName: "•••",
  addressLine1: "•••",
  addressLine2: null,
  addressCity: "•••",
  addressPostcode: "•••",
};
const mug = { product: "mug", size: "standard", quantity: 1, total: 100, fromBalance: 0, recipient: {} };

describe("an admin who makes a link for an adult and uses it", () => {
  test("is reported to them by mail and in the album, when it is made and when it is used", async () => {
    const admin = await createOwner({ name: "The Okafors" });
    const grandma = await createMember(admin.familyId);
    await getInAs(grandma, admin);
    expect(await inAlbum(grandma)).toEqual([
      {
        kind: "account",
        title: "A sign-in link for your account",
        message: "Somebody made a link that signs in to your account once.",
      },
      {
        kind: "account",
        title: "Someone signed in with a link",
        message: "The link that Somebody made was used to sign in to your account from Firefox on Linux.",
      },
    ]);
    const mails = await mailsTo(grandma.email);
    expect(mails.map(({ template }) => template)).toEqual(["directAccessMade", "directAccessUsed"]);
    for (const { text } of mails) expect(text).toMatch(/The Okafors[\s\S]*\/security/);
  });

  test("can't change how they sign in, their email or phone, export, order or delete", async () => {
    const admin = await createOwner();
    const grandma = await createMember(admin.familyId, "member", { passwordHash: null });
    const cookie = await getInAs(grandma, admin);
    const before = await db.user.findUniqueOrThrow({ where: { id: grandma.userId } });
    const profile = { email: "admin@example.org", phoneNumber: "+44 7700 900123", ...address };
    const calls: [string, string, object?][] = [
      ["POST", "/api/auth/change-password", { currentPassword: "x", newPassword: testPassword }],
      ["POST", "/api/auth/password", { newPassword: testPassword, confirmPassword: testPassword }],
      ["POST", "/api/auth/passkeys/registration", proof],
      ["POST", "/api/auth/passkeys", {}],
      ["PATCH", `/api/auth/passkeys/${missing}`, { name: "Mine" }],
      ["DELETE", `/api/auth/passkeys/${missing}`, proof],
      ["POST", "/api/auth/second-factor", proof],
      ["POST", "/api/auth/second-factor/confirm", { code: "123456" }],
      ["POST", "/api/auth/second-factor/recovery-codes", proof],
      ["DELETE", "/api/auth/second-factor", proof],
      ["POST", "/api/auth/identities", { ...proof, provider: "oidc" }],
      ["DELETE", `/api/auth/identities/${missing}`, proof],
      ["DELETE", "/api/auth/sessions"],
      ["DELETE", `/api/auth/sessions/${grandma.sessionId}`],
      ["POST", "/profile-direct-update", profile],
      ["PUT", "/api/user/name", { title: "Someone else" }],
      ["POST", "/api/auth/confirm-email"],
      ["POST", "/api/auth/confirm-account/resend"],
      ["GET", "/api/user/export"],
      ["DELETE", "/api/user", { username: grandma.username }],
      ["POST", "/api/print/basket/checkout", {}],
      ["POST", "/api/gift-shop/orders", {}],
      ["POST", "/api/create-organization", { name: "Mine", subscriptionTier: "free" }],
      ["POST", "/api/register/some-code/accept"],
    ];
    for (const [method, path, json] of calls) {
      const answer = await call(method, path, { cookie, ...(json ? { json } : {}) });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, "direct_access_limited"]);
      expectErrorBody(answer);
    }
    expect(await db.user.findUniqueOrThrow({ where: { id: grandma.userId } })).toEqual(before);
    // Her own session and the link's.
    expect(await db.session.count({ where: { userId: grandma.userId } })).toBe(2);
  });

  test("sees no address: not in the account, and not in orders", async () => {
    const admin = await createOwner();
    const grandma = await createMember(admin.familyId);
    const { familyId, userId } = grandma;
    const order = { familyId, userId, provider: "lab", printCount: 1, courtesyName: "Ada Okafor" };
    const printed = await db.printOrder.create({
      data: {
        ...order,
        month: new Date("2026-11-01"),
        shippingAddress: "Ada, 1 Garden Lane, Leeds",
        recipient: {},
      },
      select: { id: true },
    });
    const given = await db.giftOrder.create({
      data: {
        ...mug,
        familyId,
        userId,
        shippingAddress: "Ada, 1 Garden Lane, Leeds",
        giftEmail: "ben@example.org",
        checkoutUrl: "https://pay.example.org/secret",
      },
      select: { id: true },
    });
    const cookie = await getInAs(grandma, admin);
    for (const path of [
      "/api/auth/me",
      "/api/auth/user",
      "/api/print-orders",
      `/api/print-orders/${printed.id}`,
      "/api/gift-shop/orders",
      `/api/gift-shop/orders/${given.id}`,
    ]) {
      const answer = await call("GET", path, { cookie });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.bytes.toString()).not.toMatch(/Garden|Leeds|LS1|Ada Okafor|ben@|pay\.example/);
      const own = await call("GET", path, { cookie: grandma.cookie });
      expect(own.bytes.toString()).toContain("Garden Lane");
    }
    expect((await me(cookie)).body).toMatchObject({ ...address, isDirectAccess: true });
  });

  test("has no access to a family that the person joins later", async () => {
    const admin = await createOwner();
    const grandma = await createMember(admin.familyId);
    const cookie = await getInAs(grandma, admin);
    const organizationId = await createFamily({ name: "The cousins" });
    await join(grandma.userId, organizationId, "member");
    const switched = (sent: string) =>
      call("POST", "/api/switch-organization", { cookie: sent, json: { organizationId } });
    expect(await switched(cookie)).toMatchObject({ status: 403, body: { code: "direct_access_limited" } });
    expect((await switched(grandma.cookie)).status).toBe(200);
  });
});

describe("an admin who uses a link for someone who founds a second family", () => {
  let admin: FamilyPerson;
  let grandma: FamilyPerson;
  let cookie: string;
  let cousins: string;
  beforeEach(async () => {
    admin = await createOwner();
    grandma = await createMember(admin.familyId);
    cookie = await getInAs(grandma, admin);
    cousins = await createFamily({ name: "The cousins" });
    await join(grandma.userId, cousins, "owner");
  });

  /** Her own session has switched to her other family; the link's has ended. */
  async function expectOnlyHerselfInside(ownCookie = grandma.cookie) {
    expect((await me(cookie)).status).toBe(401);
    expect((await call("GET", "/api/media/latest", { cookie })).status).toBe(401);
    const current = await call("GET", "/api/organization/current", { cookie: ownCookie });
    expect(current.body.name).toBe("The cousins");
  }

  test("does not get into it by removing the person from the first", async () => {
    expect((await me(cookie)).status).toBe(200);
    const removed = await call("DELETE", `/api/users/${grandma.userId}`, { cookie: admin.cookie });
    expect(removed.status).toBe(204);
    await expectOnlyHerselfInside();
  });

  test("does not get into it when the person leaves the first", async () => {
    expect((await me(cookie)).status).toBe(200);
    const tablet = await openSession(grandma.userId, grandma.familyId);
    const left = await call("POST", "/api/organization/leave", { cookie: grandma.cookie });
    expect(left.status).toBe(204);
    await expectOnlyHerselfInside(tablet.cookie);
  });

  test("does not get into it by deleting the first, which leaves the links of other families alone", async () => {
    expect((await me(cookie)).status).toBe(200);
    const elsewhere = await createOwner({ name: "The others" });
    const neighbour = await createMember(elsewhere.familyId);
    const neighboursLink = await getInAs(neighbour, elsewhere);
    const deleted = await call("DELETE", "/api/organization/current", { cookie: admin.cookie, json: proof });
    expect(deleted.status).toBe(204);
    await expectOnlyHerselfInside();
    expect((await me(neighboursLink)).status).toBe(200);
  });

  test("does not learn its name", async () => {
    const families = async (sent: string) =>
      (await call<{ id: string }[]>("GET", "/api/user-organizations", { cookie: sent })).body.map(
        ({ id }) => id,
      );
    expect(await families(cookie)).toEqual([admin.familyId]);
    expect(await families(grandma.cookie)).toEqual([admin.familyId, cousins]);
  });
});

test.each(["admin", "owner"])(
  "an admin who made a link is out once its person becomes an %s",
  async (role) => {
    const owner = await createOwner({ tier: "family" });
    const admin = await createMember(owner.familyId, "admin");
    const [grandma, grandpa] = [await createMember(owner.familyId), await createMember(owner.familyId)];
    const [cookie, other] = [await getInAs(grandma, admin), await getInAs(grandpa, admin)];
    expect((await me(cookie)).status).toBe(200);
    const path = `/api/users/${grandma.userId}`;
    expect((await call("PATCH", path, { cookie: owner.cookie, json: { role } })).status).toBe(200);
    expect((await me(cookie)).status).toBe(401);
    expect((await me(grandma.cookie)).body).toMatchObject({ isAdmin: true });
    expect((await me(other)).status).toBe(200);
  },
);

test("someone let in by a link sees the album and can add to it, even before their profile is complete", async () => {
  const admin = await createOwner();
  const grandma = await createMember(admin.familyId, "member", emptyProfile);
  const cookie = await getInAs(grandma, admin);
  expect((await me(cookie)).body).toMatchObject({ isDirectAccess: true, addressLine1: null });
  expect((await call("GET", "/api/media/latest", { cookie })).status).toBe(200);
  expect((await call("GET", "/api/basket/items", { cookie })).status).toBe(200);
});

test("a link for a child works as before: nobody is notified, and nothing is limited", async () => {
  const admin = await createOwner();
  const child = await createMember(admin.familyId, "member", { isChild: true });
  const cookie = await getInAs(child, admin);
  expect(await inAlbum(child)).toEqual([]);
  expect(await mailsTo(child.email)).toEqual([]);
  expect((await me(cookie)).body).toMatchObject({ isDirectAccess: false, addressLine1: "1 Garden Lane" });
  const json = { currentPassword: testPassword, newPassword: "lanterns in the meadow" };
  expect((await call("POST", "/api/auth/change-password", { cookie, json })).status).toBe(200);
});

test("the person's own session isn't limited while such a link is used", async () => {
  const admin = await createOwner();
  const grandma = await createMember(admin.familyId);
  await getInAs(grandma, admin);
  forgetSessions(() => true);
  expect((await me(grandma.cookie)).body).toMatchObject({ isDirectAccess: false, addressCity: "Leeds" });
  expect((await call("GET", "/api/user/export", { cookie: grandma.cookie })).status).toBe(200);
});
