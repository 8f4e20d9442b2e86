import type { UserDto } from "@/lib/account/accounts/schema";
import { databasePool, db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type Person,
  testPassword,
} from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";
import { until } from "@/tests/support/until";

withTestDatabase();

const register = (code: string, json: object = { password: testPassword, phoneNumber: null }) =>
  call("POST", `/api/register/${code}`, { json });
const accept = (person: Person, code: string) =>
  call<UserDto>("POST", `/api/register/${code}/accept`, { cookie: person.cookie });
const signIn = (usernameOrEmail: string, password = testPassword) =>
  call<UserDto>("POST", "/api/auth/login", { json: { usernameOrEmail, password } });
const cookieOf = (answer: Answer<unknown>) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";

/** Locks the family's row until all of these calls wait for it, so that they continue at the same moment. */
async function allAtOnce<T>(familyId: string, start: () => Promise<T>[]): Promise<T[]> {
  const holder = await databasePool().connect();
  try {
    await holder.query("BEGIN");
    await holder.query('SELECT 1 FROM "Family" WHERE id = $1 FOR UPDATE', [familyId]);
    const calls = start();
    await until(async () => {
      // A transaction otherwise sees only the connections of its first look.
      await holder.query("SELECT pg_stat_clear_snapshot()");
      const { rows } = await holder.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting === calls.length;
    });
    await holder.query("COMMIT");
    return await Promise.all(calls);
  } finally {
    holder.release();
  }
}

describe("registering from an invitation", () => {
  test("creates the account in the family, to be onboarded, and opens no session", async () => {
    const owner = await createOwner({ name: "The Okafors" });
    const { code, username, email, id } = await storeInvitation(owner);
    const answer = await register(code, { password: testPassword, phoneNumber: "+44 7700 900123" });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      username,
      email,
      isAdmin: false,
      familyName: "The Okafors",
    });
    expect(answer.headers.get("set-cookie")).toBeNull();

    const { body } = await signIn(username);
    expect(body).toMatchObject({
      username,
      email,
      phoneNumber: "+447700900123",
      isAdmin: false,
      isSuperAdmin: false,
      onboardingCompleted: false,
      hasPassword: true,
      passwordTemporary: false,
      currentFamily: { id: owner.familyId, role: "member" },
    });
    expect(await db.invitation.findFirstOrThrow({ where: { id }, select: { acceptedById: true } })).toEqual({
      acceptedById: body.id,
    });
    const people = await db.familyMember.findMany({ where: { userId: body.id }, select: { name: true } });
    expect(people).toEqual([{ name: username }]);
    const joined = await db.activityEntry.findFirst({
      where: { action: "family.joined", subjectId: body.id },
      select: { familyId: true },
    });
    expect(joined).toEqual({ familyId: owner.familyId });
  });

  test("the phone is optional", async () => {
    const owner = await createOwner({ tier: "premium" });
    for (const phoneNumber of [null, "", undefined]) {
      const { code, username } = await storeInvitation(owner);
      expect((await register(code, { password: testPassword, phoneNumber })).status).toBe(201);
      expect((await signIn(username)).body.phoneNumber).toBeNull();
    }
    const { code } = await storeInvitation(owner);
    const wrong = await register(code, { password: testPassword, phoneNumber: "call me" });
    expect(wrong).toMatchObject({ status: 400, body: { field: "phoneNumber" } });
  });

  test("an invitation for an admin makes an admin, and no field turns another into one", async () => {
    const owner = await createOwner({ tier: "premium" });
    const forAdmin = await storeInvitation(owner, { isAdmin: true });
    await register(forAdmin.code);
    expect((await signIn(forAdmin.username)).body.currentFamily?.role).toBe("admin");

    const plain = await storeInvitation(owner);
    const json = {
      password: testPassword,
      isAdmin: true,
      role: "owner",
      isSuperAdmin: true,
      username: "other",
      email: "other@example.org",
      familyId: await createFamily(),
      onboardingCompleted: true,
    };
    await register(plain.code, json);
    expect((await signIn(plain.username)).body).toMatchObject({
      email: plain.email,
      isSuperAdmin: false,
      onboardingCompleted: false,
      currentFamily: { id: owner.familyId, role: "member" },
    });
  });

  test("a password of fewer than 6 characters, or a common one, is refused and the invitation stays open", async () => {
    const owner = await createOwner();
    const { code } = await storeInvitation(owner);
    const short = await register(code, { password: "12345" });
    expect(short).toMatchObject({
      status: 400,
      body: { field: "password", message: "Password must be at least 6 characters" },
    });
    const common = await register(code, { password: "password" });
    expect(common).toMatchObject({ status: 400, body: { field: "password" } });
    expect((await register(code)).status).toBe(201);
  });

  test("twice with one code creates one account", async () => {
    const owner = await createOwner();
    const { code, username } = await storeInvitation(owner);
    await register(code);
    const again = await register(code, { password: "another one entirely" });
    expect(again).toMatchObject({ status: 404, body: { message: "Invalid or expired invitation" } });
    expect((await signIn(username, "another one entirely")).status).toBe(401);
  });

  test("many times at once with one code creates one account", async () => {
    const owner = await createOwner({ tier: "premium" });
    const { code } = await storeInvitation(owner);
    const users = await db.user.count();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(code)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(201);
    // The later ones find the code used, or the address taken by the first.
    expect(statuses.slice(1).every((status) => status === 404 || status === 409)).toBe(true);
    expect(await db.user.count()).toBe(users + 1);
    expect(await db.membership.count({ where: { familyId: owner.familyId } })).toBe(2);
  });

  test("five at once for the last place: one gets it, and the other invitations stay open", async () => {
    const owner = await createOwner();
    await createMember(owner.familyId);
    const invitations = await Promise.all(Array.from({ length: 5 }, () => storeInvitation(owner)));
    const answers = await allAtOnce(owner.familyId, () => invitations.map(({ code }) => register(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expectErrorBody(refused as Answer<unknown>);
    expect(refused?.body.message).toContain("room for 3 people");
    expect(await db.membership.count({ where: { familyId: owner.familyId } })).toBe(3);
    expect(await db.user.count()).toBe(3);
    expect(await db.invitation.count({ where: { acceptedAt: null } })).toBe(4);
  });

  test("with a child account for the same place, one of them gets it", async () => {
    const owner = await createOwner();
    await createMember(owner.familyId);
    const { code } = await storeInvitation(owner);
    const child = { username: "ife", password: testPassword, displayName: "Ife", birthDate: "2018-05-04" };
    const answers = await Promise.all([
      register(code),
      call("POST", "/api/child-accounts", { cookie: owner.cookie, json: child }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 422]);
  });

  test("an address that gained an account meanwhile is not taken over: its owner signs in", async () => {
    const owner = await createOwner();
    const somebody = await createPerson();
    const { code } = await storeInvitation(owner, { email: somebody.email });
    const answer = await register(code, { password: "a password of mine" });
    expect(answer).toMatchObject({ status: 409, body: { code: "email_taken" } });
    expect(answer.body.message).toContain("Please sign in");
    expect((await signIn(somebody.username, "a password of mine")).status).toBe(401);
    expect((await signIn(somebody.username)).body.currentFamily).toBeNull();
  });

  test("a username taken meanwhile asks for a new invitation", async () => {
    const owner = await createOwner();
    const { username } = await createPerson();
    const { code } = await storeInvitation(owner, { username });
    const answer = await register(code);
    expect(answer).toMatchObject({ status: 409, body: { code: "username_taken" } });
    expect(answer.body.message).toContain(username);
  });

  test("an invitation cancelled during registration lets nobody in", async () => {
    const owner = await createOwner();
    const { code, id } = await storeInvitation(owner);
    const [back, came] = await Promise.all([
      call("DELETE", `/api/invitations/${id}`, { cookie: owner.cookie }),
      register(code),
    ]);
    // Exactly one of the two happened.
    expect([back.status === 204, came.status === 201].filter(Boolean)).toHaveLength(1);
    expect(await db.membership.count({ where: { familyId: owner.familyId } })).toBe(
      came.status === 201 ? 2 : 1,
    );
  });

  test("the chosen person is linked to the account", async () => {
    const owner = await createOwner({ tier: "premium" });
    const person = await db.familyMember.create({
      data: { familyId: owner.familyId, name: "Rose", nickname: "Nana", birthDate: new Date("1948-02-03") },
      select: { id: true },
    });
    const { code, username } = await storeInvitation(owner, { memberId: person.id });
    await register(code);
    const { body } = await signIn(username);
    const people = await db.familyMember.findMany({
      where: { userId: body.id },
      select: { id: true, nickname: true },
    });
    expect(people).toEqual([{ id: person.id, nickname: "Nana" }]);

    // The person is already linked when a second account registers, so that account gets an entry of its own.
    const late = await storeInvitation(owner, { memberId: person.id });
    expect((await register(late.code)).status).toBe(201);
    const kept = await db.familyMember.findUniqueOrThrow({
      where: { id: person.id },
      select: { userId: true },
    });
    expect(kept.userId).toBe(body.id);
  });
});

describe("joining with an account", () => {
  test("adds the family, and switches this session to it", async () => {
    const owner = await createOwner({ name: "The cousins" });
    const person = await createMember(await createFamily());
    const { code } = await storeInvitation(owner, { email: person.email, isAdmin: true });
    const { status, body } = await accept(person, code);
    expect(status).toBe(200);
    expect(body.currentFamily).toMatchObject({ id: owner.familyId, name: "The cousins", role: "admin" });
    const me = await call<UserDto>("GET", "/api/auth/me", { cookie: person.cookie });
    expect(me.body).toEqual(body);
    expect(await db.membership.count({ where: { userId: person.userId } })).toBe(2);
    expect((await signIn(person.username)).body.currentFamily?.id).toBe(owner.familyId);
    expect((await accept(person, code)).status).toBe(404);
  });

  test("works only for the person whose address it is", async () => {
    const owner = await createOwner();
    const invited = await createPerson();
    const { code } = await storeInvitation(owner, { email: invited.email });
    for (const other of [await createPerson(), await createOwner(), owner]) {
      const answer = await accept(other, code);
      expect(answer).toMatchObject({ status: 404, body: { message: "Invalid or expired invitation" } });
    }
    expect((await accept(invited, code)).status).toBe(200);
  });

  test("is refused to a child, who belongs to one family", async () => {
    const owner = await createOwner();
    const child = await createMember(await createFamily(), "member", { isChild: true });
    const { code } = await storeInvitation(owner, { email: child.email });
    expect(await accept(child, code)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await db.membership.count({ where: { userId: child.userId } })).toBe(1);
  });

  test("twice at once adds one membership", async () => {
    const owner = await createOwner();
    const person = await createPerson();
    const { code } = await storeInvitation(owner, { email: person.email });
    const answers = await Promise.all([accept(person, code), accept(person, code), accept(person, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await db.membership.count({ where: { userId: person.userId } })).toBe(1);
  });

  test("doesn't change the role of someone already in the family", async () => {
    const owner = await createOwner({ tier: "family" });
    const member = await createMember(owner.familyId);
    const { code } = await storeInvitation(owner, { email: member.email, isAdmin: true });
    expect(await accept(member, code)).toMatchObject({ status: 409, body: { code: "already_member" } });
    const { role } = await db.membership.findFirstOrThrow({
      where: { userId: member.userId },
      select: { role: true },
    });
    expect(role).toBe("member");
  });

  test("needs a place in the plan", async () => {
    const owner = await createOwner();
    await createMember(owner.familyId);
    await createMember(owner.familyId);
    const person = await createPerson();
    const { code } = await storeInvitation(owner, { email: person.email });
    expect(await accept(person, code)).toMatchObject({ status: 422, body: { code: "member_limit" } });
    await db.family.updateMany({ where: { id: owner.familyId }, data: { tier: "family" } });
    expect((await accept(person, code)).status).toBe(200);
  });
});

test("someone who signs in with the password just chosen is in the family's album", async () => {
  const owner = await createOwner();
  const { code, username } = await storeInvitation(owner);
  await register(code);
  const cookie = cookieOf(await signIn(username));
  expect((await call("GET", "/api/media", { cookie })).status).toBe(200);
  expect((await call("GET", "/api/invitations", { cookie })).status).toBe(403);
});
