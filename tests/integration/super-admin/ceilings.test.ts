import type { Ceilings } from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createOwner, createPerson } from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";

withTestDatabase();

async function setCeilings(change: Partial<Ceilings>): Promise<string> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const json = { ...defaultSystemSettings, ceilings: { ...defaultSystemSettings.ceilings, ...change } };
  const { status } = await call("PUT", "/api/super-admin/settings", { cookie, json });
  expect(status).toBe(200);
  return cookie;
}

const newcomer = (name: string) => ({
  username: name,
  email: `${name}@example.org`,
  password: "correct horse battery",
});
const signUp = (name: string) =>
  call("POST", "/api/organization/signup", { json: { ...newcomer(name), familyName: "The Newcomers" } });
const codes = (answers: Answer[]) =>
  answers.map(({ status, body }) => (status === 201 ? 201 : body.code)).sort();

test("someone who signs up for one account after another is stopped at the ceiling, even all at once", async () => {
  await setCeilings({ accounts: 3 });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? signUp(`robot-${index}`)
        : call("POST", "/api/create-account", { json: newcomer(`robot-${index}`) }),
    ),
  );
  expect(codes(answers)).toEqual([201, 201, 201, ...Array(5).fill("accounts_ceiling")]);
  expect(await db.user.count({ where: { isSuperAdmin: false } })).toBe(3);
  const refused = await signUp("one-more");
  expectRefusal(refused, 503, "accounts_ceiling");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("neither an invitation nor a child gets past the ceiling on accounts", async () => {
  const owner = await createOwner({ tier: "family" });
  const { code } = await storeInvitation(owner);
  await setCeilings({ accounts: 1 });
  const invited = await call("POST", `/api/register/${code}`, {
    json: { password: "correct horse battery", phoneNumber: null },
  });
  expectRefusal(invited, 503, "accounts_ceiling");
  const child = await call("POST", "/api/child-accounts", {
    cookie: owner.cookie,
    json: {
      username: "kofi-small",
      displayName: "Kofi",
      birthDate: "2019-05-01",
      password: "correct horse battery",
    },
  });
  expectRefusal(child, 503, "accounts_ceiling");
  expect(await db.user.count({ where: { isSuperAdmin: false } })).toBe(1);
});

test("of people who create free families at once, only as many succeed as the ceiling allows", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createPerson()));
  await setCeilings({ freeFamilies: 2 });
  const answers = await Promise.all(
    people.map(({ cookie }) => call("POST", "/api/create-organization", { cookie, json: { name: "Mine" } })),
  );
  expect(codes(answers)).toEqual([201, 201, ...Array(3).fill("families_ceiling")]);
  expect(codes([await signUp("late-family")])).toEqual(["families_ceiling"]);
  expect(await db.family.count()).toBe(2);
});

test("null means no ceiling", async () => {
  await setCeilings({ accounts: null, freeFamilies: null });
  expect((await signUp("first-family")).status).toBe(201);
  expect((await signUp("second-family")).status).toBe(201);
});

test("a ceiling of zero is refused by its name", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const json = { ...defaultSystemSettings, ceilings: { ...defaultSystemSettings.ceilings, mailsPerDay: 0 } };
  const refused = await call("PUT", "/api/super-admin/settings", { cookie, json });
  expect([refused.status, refused.body.field]).toEqual([400, "ceilings.mailsPerDay"]);
});

test("System Health shows how much of the ceilings is used, and warns before one is reached", async () => {
  await createOwner();
  const cookie = await setCeilings({ accounts: 1, freeFamilies: 40, mailsPerHour: null });
  const { body } = await call<{ checks: { name: string; level: string; message: string }[] }>(
    "GET",
    "/api/super-admin/system-health",
    { cookie },
  );
  expect(body.checks.find(({ name }) => name === "ceilings")).toMatchObject({
    level: "warn",
    message: "1 of 1 accounts, 1 of 40 free families, 0 emails in the last hour, 0 of 2,000 in the last day.",
  });
});
