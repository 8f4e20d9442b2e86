import { readFile } from "node:fs/promises";
import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { getSignUp } from "@/lib/core/system-settings/server/sign-up-service";
import { describeSignUp } from "@/lib/core/system-settings/sign-up-text";
import { db } from "@/lib/db";
import { type Answer, albumOrigin, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";
import {
  clientId,
  clientSecret,
  type RunningProvider,
  startIdentityProvider,
  visitProvider,
} from "@/tests/support/identity-provider";

// Set before the settings are first read.
process.env.APP_URL = "https://album.example.org";

withTestDatabase();

const back = "/api/auth/callback/oidc";
let provider: RunningProvider;
beforeAll(async () => {
  provider = await startIdentityProvider([`https://album.example.org${back}`, `${albumOrigin}${back}`]);
  process.env.OIDC_ISSUER = provider.issuer;
  process.env.OIDC_CLIENT_ID = clientId;
  process.env.OIDC_CLIENT_SECRET = clientSecret;
});
afterAll(() => provider.stop());

const newcomer = (name: string) => ({
  username: name,
  email: `${name}@example.org`,
  password: "correct horse battery",
});
const signUp = (name: string) =>
  call("POST", "/api/organization/signup", { json: { ...newcomer(name), familyName: "The Newcomers" } });
const createAccount = (name: string) => call("POST", "/api/create-account", { json: newcomer(name) });
const outcome = ({ status, body }: Answer) => [status, body?.code];
const closed = [403, "sign_up_closed"];

async function settingsAs(cookie: string) {
  return (await call("GET", "/api/super-admin/settings", { cookie })).body;
}

test("the first family signs up on a public address, and a stranger who finds it later can't", async () => {
  expect((await signUp("first-family")).status).toBe(201);
  const refused = await signUp("a-stranger");
  expect(outcome(refused)).toEqual(closed);
  expect(refused.body.message).toBe(
    "This album is by invitation only. Ask the person who runs this server to invite you.",
  );
  expect(outcome(await createAccount("a-stranger"))).toEqual(closed);
  expect(await db.user.count()).toBe(1);
});

test("a stranger who makes an account without a family before anyone else closes sign-up too", async () => {
  expect((await createAccount("early-bird")).status).toBe(201);
  expect(outcome(await signUp("someone-else"))).toEqual(closed);
});

test("of 12 people who sign up at once on a fresh public installation one gets in, by whichever way", async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? signUp(`racer-${index}`) : createAccount(`racer-${index}`),
    ),
  );
  const outcomes = answers.map(outcome);
  expect(outcomes.filter(([status]) => status === 201)).toHaveLength(1);
  expect(outcomes.filter(([status]) => status !== 201)).toEqual(Array(11).fill(closed));
  expect(await db.user.count()).toBe(1);
  expect(await db.family.count()).toBeLessThanOrEqual(1);
});

test("a stranger with an account at an identity provider can't sign up either", async () => {
  await createOwner();
  const begin = await call("GET", "/api/auth/oidc");
  const cookie = begin.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const returned = await visitProvider(begin.headers.get("location") ?? "", provider.issuer, "stranger");
  const { pathname, search } = new URL(returned);
  const answer = await call("GET", `${pathname}${search}`, { cookie });
  expect(answer.headers.get("location")).toContain("problem=sign_up_closed");
  expect(await db.user.count({ where: { email: "stranger@provider.example" } })).toBe(0);
});

test("an invitation works while strangers are kept out", async () => {
  const owner = await createOwner({ tier: "family" });
  expect(outcome(await signUp("a-stranger"))).toEqual(closed);
  const { email, username, password } = newcomer("grandma");
  const invited = await call<{ url: string }>("POST", "/api/invitations", {
    cookie: owner.cookie,
    json: { username, email, isAdmin: false },
  });
  const code = new URL(invited.body.url).pathname.split("/").at(-1);
  const json = { password, phoneNumber: null };
  expect((await call("POST", `/api/register/${code}`, { json })).status).toBe(201);
});

test("the super admin opens it with one switch, and closes it again", async () => {
  await createOwner();
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const settings = await settingsAs(cookie);
  expect(settings.signUpOpen).toBe(false);
  const put = (signUpOpen: boolean) =>
    call("PUT", "/api/super-admin/settings", { cookie, json: { ...settings, signUpOpen } });
  expect((await put(true)).body.signUpOpen).toBe(true);
  expect((await signUp("invited-by-nobody")).status).toBe(201);
  expect((await put(false)).body.signUpOpen).toBe(false);
  expect(outcome(await signUp("too-late"))).toEqual(closed);
});

test("a super admin who saves something else opens nothing, even with a form from before the first family", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const before = await settingsAs(cookie);
  expect(before.signUpOpen).toBe(true);
  await createOwner();
  // What the form sends if the switch wasn't touched.
  const { signUpOpen: _, ...rest } = before;
  const saved = await call("PUT", "/api/super-admin/settings", {
    cookie,
    json: { ...rest, maxImageBytes: 5_242_880 },
  });
  expect([saved.status, saved.body.signUpOpen]).toEqual([200, false]);
  expect(outcome(await signUp("a-stranger"))).toEqual(closed);
});

test("a stored row from before, whose switch nobody had changed, opens nothing after the update", async () => {
  await createOwner();
  const store = (signUpOpen: boolean) =>
    db.systemSettings.upsert({
      where: { id: 1 },
      create: { id: 1, values: { maxImageBytes: 5_242_880, signUpOpen } },
      update: { values: { maxImageBytes: 5_242_880, signUpOpen } },
      select: { id: true },
    });
  const sql = await readFile("prisma/migrations/20261123040000_installation_ceilings/migration.sql", "utf8");
  const update = sql.slice(sql.indexOf('UPDATE "SystemSettings"'));
  const isOpenAfterUpdate = async () => {
    await db.$executeRawUnsafe(update);
    forgetSystemSettings();
    return (await getSignUp()).isOpen;
  };
  await store(true);
  expect(await isOpenAfterUpdate()).toBe(false);
  await store(false);
  expect(await isOpenAfterUpdate()).toBe(false);
  await store(true);
  const detail = { changed: ["signUpOpen"], signUpOpen: true };
  await db.activityEntry.create({ data: { action: "system.settingsChanged", detail }, select: { id: true } });
  expect(await isOpenAfterUpdate()).toBe(true);
});

test("System Health says whether sign-up is open, and why", async () => {
  expect(describeSignUp(await getSignUp())).toBe(
    "Open for the first family, then closed, because APP_URL is a public address.",
  );
  await createOwner();
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const health = await call<{ checks: { name: string; message: string }[] }>(
    "GET",
    "/api/super-admin/system-health",
    {
      cookie,
    },
  );
  expect(health.body.checks.find(({ name }) => name === "sign-up")?.message).toBe(
    "Closed, because APP_URL is a public address: people need an invitation.",
  );
});
