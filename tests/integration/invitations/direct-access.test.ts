import type { UserDto } from "@/lib/account/accounts/schema";
import { db } from "@/lib/db";
import type { DirectAccessLinkDto } from "@/lib/family/direct-access/schema";
import { getDirectAccess } from "@/lib/family/direct-access/server/service";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  type FamilyPerson,
  join,
  removeMember,
} from "@/tests/support/factories";

withTestDatabase();

const make = (admin: FamilyPerson, userId: string) =>
  call<DirectAccessLinkDto & Record<string, unknown>>("POST", "/api/direct-access", {
    cookie: admin.cookie,
    json: { userId },
  });
const redeem = (token: string) =>
  call<UserDto & Record<string, unknown>>("POST", "/api/direct-access/redeem", { json: { token } });
const tokenIn = (answer: Answer<{ url: string }>) =>
  new URL(answer.body.url).searchParams.get("direct") ?? "";
const cookieOf = (answer: Answer<unknown>) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

const unusable = {
  status: 404,
  body: {
    code: "not_found",
    message: "This link has been used or has expired. Please ask for a new one.",
  },
};

test("a link signs a member in once, without a password, for 15 minutes", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  await db.user.update({ where: { id: member.userId }, data: { passwordHash: null }, select: { id: true } });
  const before = Date.now();
  const answer = await make(owner, member.userId);
  expect(answer.status).toBe(201);
  expect(answer.body.url).toMatch(/^http:\/\/album\.test\/login\?direct=[\w-]{43}$/);
  const minutes = (Date.parse(answer.body.expiresAt) - before) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(15);
  expect(minutes).toBeLessThan(15.2);

  const first = await redeem(tokenIn(answer));
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ id: member.userId, currentFamily: { id: owner.familyId } });
  const me = await call<UserDto>("GET", "/api/auth/me", { cookie: cookieOf(first) });
  expect(me.body.id).toBe(member.userId);
  const session = await db.session.findFirstOrThrow({
    where: { id: first.body.sessionInfo.sessionId },
    select: { method: true },
  });
  expect(session.method).toBe("directAccess");

  expect(await redeem(tokenIn(answer))).toMatchObject(unusable);
});

test("viewing a link doesn't use it up", async () => {
  const owner = await createOwner({ name: "The Okafors" });
  const member = await createMember(owner.familyId);
  const token = tokenIn(await make(owner, member.userId));
  for (let at = 0; at < 3; at++) {
    expect(await getDirectAccess(token)).toEqual({
      displayName: "Somebody",
      username: member.username,
      familyName: "The Okafors",
    });
  }
  expect((await redeem(token)).status).toBe(200);
  expect(await getDirectAccess(token)).toBeNull();
  expect(await getDirectAccess("unknown")).toBeNull();
});

test("many presses at once open one session", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  const token = tokenIn(await make(owner, member.userId));
  const sessions = await db.session.count({ where: { userId: member.userId } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  expect(await db.session.count({ where: { userId: member.userId } })).toBe(sessions + 1);
});

test("the newest link invalidates the previous one, even if two are made at once", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  const first = tokenIn(await make(owner, member.userId));
  const [second, third] = await Promise.all([make(owner, member.userId), make(owner, member.userId)]);
  expect(await redeem(first)).toMatchObject(unusable);
  const statuses = [(await redeem(tokenIn(second))).status, (await redeem(tokenIn(third))).status];
  expect(statuses.sort()).toEqual([200, 404]);
});

test("an expired and an unknown link get the same answer", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  const token = tokenIn(await make(owner, member.userId));
  await db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
  const [expired, unknown] = [await redeem(token), await redeem("unknown")];
  expect(expired).toMatchObject(unusable);
  expect(unknown.body).toEqual(expired.body);
});

test("only the hash of a token is stored", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  const token = tokenIn(await make(owner, member.userId));
  const rows = [await db.oneTimeToken.findMany(), await db.activityEntry.findMany()];
  expect(JSON.stringify(rows)).not.toContain(token);
});

describe("no link is made for", () => {
  test("the owner, another admin or oneself", async () => {
    const owner = await createOwner({ tier: "family" });
    const admin = await createMember(owner.familyId, "admin");
    const other = await createMember(owner.familyId, "admin");
    for (const userId of [owner.userId, other.userId, admin.userId]) {
      expect(await make(admin, userId)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await make(owner, admin.userId)).toMatchObject({ status: 403 });
    expect(await db.oneTimeToken.count()).toBe(0);
  });

  test("someone whose account opens another family too", async () => {
    const owner = await createOwner();
    await createMember(owner.familyId);
    const member = await createMember(owner.familyId);
    await join(member.userId, await createFamily(), "member");
    expect(await make(owner, member.userId)).toMatchObject({ status: 403 });
  });

  test("an account with an authenticator app", async () => {
    const owner = await createOwner();
    const member = await createMember(owner.familyId);
    const data = { totpEnabledAt: new Date() };
    await db.user.update({ where: { id: member.userId }, data, select: { id: true } });
    expect(await make(owner, member.userId)).toMatchObject({ status: 403 });
  });

  test("another family's member, who is not found", async () => {
    const owner = await createOwner();
    const stranger = await createMember(await createFamily());
    expect(await make(owner, stranger.userId)).toMatchObject({ status: 404 });
  });
});

describe("an existing link stops working", () => {
  async function link() {
    const owner = await createOwner({ tier: "family" });
    const admin = await createMember(owner.familyId, "admin");
    await createMember(owner.familyId);
    const member = await createMember(owner.familyId);
    return { owner, admin, member, token: tokenIn(await make(admin, member.userId)) };
  }
  const setRole = (userId: string, role: "admin" | "member") =>
    db.membership.updateMany({ where: { userId }, data: { role } });

  test("once its person has become an admin", async () => {
    const { member, token } = await link();
    await setRole(member.userId, "admin");
    expect(await redeem(token)).toMatchObject(unusable);
  });

  test("once its person has left the family", async () => {
    const { member, token } = await link();
    await removeMember(member);
    expect(await redeem(token)).toMatchObject(unusable);
  });

  test("once its person has joined another family", async () => {
    const { member, token } = await link();
    await join(member.userId, await createFamily(), "member");
    expect(await redeem(token)).toMatchObject(unusable);
  });

  test("once its creator has left the family, though they are an admin of another", async () => {
    const { admin, token } = await link();
    await join(admin.userId, await createFamily(), "owner");
    await db.membership.deleteMany({ where: { userId: admin.userId, role: "admin" } });
    expect(await redeem(token)).toMatchObject(unusable);
  });

  test("once its creator is no longer an admin", async () => {
    const { admin, token } = await link();
    await setRole(admin.userId, "member");
    expect(await redeem(token)).toMatchObject(unusable);
  });
});

test("creating and using a link is logged for its person to see", async () => {
  const owner = await createOwner();
  const member = await createMember(owner.familyId);
  await redeem(tokenIn(await make(owner, member.userId)));
  const entries = await db.activityEntry.findMany({
    where: { subjectId: member.userId },
    select: { action: true, actorId: true },
    orderBy: { id: "asc" },
  });
  expect(entries).toEqual([
    { action: "account.directAccessMade", actorId: owner.userId },
    { action: "account.signedIn", actorId: member.userId },
  ]);
});
