import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";

// Set before the settings are first read.
process.env.APP_URL = "https://album.example.org";
process.env.SETUP_CODE = "K7QM-2F9D-XW4T";
process.env.RATE_LIMITS = "off";

withTestDatabase();
beforeEach(() => forgetSystemSettings());

const newcomer = (name: string) => ({
  familyName: "The Okafors",
  username: name,
  email: `${name}@example.org`,
  password: "correct horse battery",
});
const setUp = (values: object) => call("POST", "/api/setup/owner", { json: values });
const rightCode = { code: "K7QM-2F9D-XW4T" };
const ada = { ...newcomer("ada"), ...rightCode };
const outcome = ({ status, body }: Answer) => [status, body?.code, body?.field];
const taken = [404, "not_found", undefined];

test("with the code someone becomes the owner of a named album, is signed in, and is the operator", async () => {
  const answer = await setUp({ ...ada, code: " k7qm 2f9d xw4t " });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    username: "ada",
    isSuperAdmin: false,
    currentFamily: { name: "The Okafors", role: "owner" },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  expect((await call("GET", "/api/auth/me", { cookie })).body.username).toBe("ada");
  const users = await db.user.findMany({
    select: { username: true, isOperator: true, emailConfirmedAt: true },
  });
  expect(users).toEqual([{ username: "ada", isOperator: true, emailConfirmedAt: expect.any(Date) }]);
});

test.each([
  ["code", { code: "K7QM-2F9D-XW4S" }],
  ["code", { code: "" }],
  ["familyName", { familyName: " " }],
  ["username", { username: "a" }],
  ["email", { email: "nowhere" }],
  ["password", { password: "short" }],
])("a wrong %s is named, and no account is created", async (field, wrong) => {
  expect(outcome(await setUp({ ...ada, ...wrong }))).toEqual([400, "bad_input", field]);
  expect([await db.user.count(), await db.family.count()]).toEqual([0, 0]);
});

test("a second person is refused even with the right code, and a wrong one reveals nothing more", async () => {
  await setUp(ada);
  const second = await setUp({ ...newcomer("eve"), ...rightCode });
  expect(outcome(second)).toEqual(taken);
  expect(second.body.message).toContain("Please sign in, or ask them to invite you.");
  expect(outcome(await setUp({ ...newcomer("eve"), code: "0000-0000-0000" }))).toEqual(taken);
  expect(await db.user.count()).toBe(1);
});

test("of twenty at once one becomes the owner, and the others are told that there is one", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => setUp({ ...newcomer(`racer-${index}`), ...rightCode })),
  );
  const outcomes = answers.map(outcome);
  expect(outcomes.filter(([status]) => status === 201)).toHaveLength(1);
  expect(outcomes.filter(([status]) => status !== 201)).toEqual(Array(19).fill(taken));
  expect([await db.user.count(), await db.family.count(), await db.membership.count()]).toEqual([1, 1, 1]);
  expect(await db.user.count({ where: { isOperator: true } })).toBe(1);
});

test("an existing account, or a family that everyone has left, counts as an album", async () => {
  await createPerson();
  expect(outcome(await setUp(ada))).toEqual(taken);
  await db.user.deleteMany();
  await db.family.create({ data: { name: "The Okafors" } });
  expect(outcome(await setUp(ada))).toEqual(taken);
});

test("a super admin's account doesn't count as an album: the owner is still to come", async () => {
  await createPerson({ isSuperAdmin: true });
  expect((await setUp(ada)).status).toBe(201);
});

test("on a public address a stranger without the code can't get in first by any other way", async () => {
  const { code: _, ...stranger } = ada;
  const closed = [403, "sign_up_closed", undefined];
  expect(outcome(await call("POST", "/api/organization/signup", { json: stranger }))).toEqual(closed);
  expect(outcome(await call("POST", "/api/create-account", { json: stranger }))).toEqual(closed);
  expect(await db.user.count()).toBe(0);
  expect((await setUp(ada)).status).toBe(201);
});

test("there is at most one operator, whatever the code does", async () => {
  const [one, other] = [await createPerson(), await createPerson()];
  const make = (id: string) =>
    db.user.update({ where: { id }, data: { isOperator: true }, select: { id: true } });
  await make(one.userId);
  await expect(make(other.userId)).rejects.toThrow(/[Uu]nique/);
});

test("the operator and super admins can send themselves a test email, other owners can't", async () => {
  const cookieOf = (answer: Answer) =>
    answer.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ");
  const send = (cookie: string | null) => call("POST", "/api/setup/test-mail", { cookie, json: {} });
  const operator = await send(cookieOf(await setUp(ada)));
  expect([operator.status, operator.body.recipient]).toEqual([200, "ada@example.org"]);
  const superAdmin = await createPerson({ isSuperAdmin: true });
  expect((await send(superAdmin.cookie)).status).toBe(200);
  expect(await db.outboxMessage.count({ where: { recipient: "ada@example.org" } })).toBe(1);
  expect(outcome(await send((await createOwner()).cookie))).toEqual([403, "forbidden", undefined]);
  expect((await send(null)).status).toBe(401);
  expect(await db.outboxMessage.count()).toBe(2);
});
