import type { ProfileDto } from "@/lib/account/profile/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson, type Person, testPassword } from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";

withTestDatabase();

const delivery = {
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};

async function saveEmail({ userId, cookie }: Person, email: string) {
  const { phoneNumber } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { phoneNumber: true },
  });
  return call<ProfileDto & { code?: string; field?: string }>("POST", "/profile-direct-update", {
    cookie,
    json: { ...delivery, phoneNumber, email, password: testPassword },
  });
}

const emailOf = async ({ userId }: Person) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })).email;

const mailTo = (recipient: string) => writtenMessages({ recipient });

async function tokensSentTo(recipient: string): Promise<string[]> {
  const mails = await mailTo(recipient);
  return mails.map(({ text }) => /confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? "none");
}

const look = (token: string, headers: Record<string, string> = {}) =>
  call("GET", `/api/auth/confirm-email?token=${token}`, { headers });
const open = (token: string, headers: Record<string, string> = {}) =>
  call("POST", `/api/auth/confirm-email/confirm?token=${token}`, { headers });

test("a new address stays pending until its link is opened and confirmed, and the old one is notified both times", async () => {
  const ada = await createPerson();
  const { status, body } = await saveEmail(ada, "New.Ada@Example.org");
  expect([status, body.email, body.pendingEmail]).toEqual([200, ada.email, "new.ada@example.org"]);
  expect(await mailTo(ada.email)).toMatchObject([{ template: "contactChange" }]);

  const [token] = await tokensSentTo("new.ada@example.org");
  const confirmed = await open(token ?? "");
  expect([confirmed.status, confirmed.body]).toEqual([200, { email: "new.ada@example.org" }]);
  expect(await emailOf(ada)).toBe("new.ada@example.org");
  const [, told] = await mailTo(ada.email);
  expect(told?.template).toBe("emailChanged");
  expect(told?.text).toContain("new.ada@example.org");
});

test("opening the link again gives the same answer and notifies the old address once", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "new@example.org");
  const [token = ""] = await tokensSentTo("new@example.org");
  const answers = await Promise.all(Array.from({ length: 4 }, () => open(token)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await mailTo(ada.email)).toHaveLength(2);
});

test("only the hash of the link's token is stored", async () => {
  await saveEmail(await createPerson(), "new@example.org");
  const [token = "none"] = await tokensSentTo("new@example.org");
  const kept = await db.oneTimeToken.findMany({ where: { kind: "confirmEmail" } });
  expect(JSON.stringify(kept)).not.toContain(token);
});

test("a newer link invalidates the older one, and the older address is not set", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "one@example.org");
  await saveEmail(ada, "two@example.org");
  const [first = ""] = await tokensSentTo("one@example.org");
  const refused = await open(first);
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, "link_expired", "token"]);
  expect(await emailOf(ada)).toBe(ada.email);
});

test("saving the same pending address again sends no second mail; asking for one does", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "new@example.org");
  await saveEmail(ada, "new@example.org");
  expect(await mailTo("new@example.org")).toHaveLength(1);
  const again = await call("POST", "/api/auth/confirm-email", { cookie: ada.cookie });
  expect([again.status, again.body]).toEqual([200, { pendingEmail: "new@example.org" }]);
  const [first = "", second = ""] = await tokensSentTo("new@example.org");
  expect((await open(first)).status).toBe(400);
  expect((await open(second)).status).toBe(200);
});

test("someone else's pending address is never shown, and can't be sent another mail", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  await saveEmail(ben, "bens.new@example.org");
  expect((await saveEmail(ada, ada.email)).body.pendingEmail).toBeNull();
  expect((await call("POST", "/api/auth/confirm-email", { cookie: ada.cookie })).status).toBe(404);
  const [token = ""] = await tokensSentTo("bens.new@example.org");
  expect((await open(token)).status).toBe(200);
});

test("typing the current address again cancels the pending one", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "new@example.org");
  expect((await saveEmail(ada, ada.email)).body.pendingEmail).toBeNull();
  const [token = ""] = await tokensSentTo("new@example.org");
  expect((await open(token)).status).toBe(400);
  expect((await call("POST", "/api/auth/confirm-email", { cookie: ada.cookie })).status).toBe(404);
});

test("someone else's address is refused, and nothing from that request is stored", async () => {
  const [ada, ben] = [await createPerson({ addressCity: "Bath" }), await createPerson()];
  const { status, body } = await saveEmail(ada, ben.email);
  expect([status, body.code, body.field]).toEqual([409, "email_taken", "email"]);
  const { addressCity } = await db.user.findUniqueOrThrow({ where: { id: ada.userId } });
  expect(addressCity).toBe("Bath");
});

test("an address that someone else took meanwhile is not confirmed", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "wanted@example.org");
  const ben = await createPerson();
  await db.user.update({ where: { id: ben.userId }, data: { email: "wanted@example.org" } });
  const [token = ""] = await tokensSentTo("wanted@example.org");
  const refused = await open(token);
  expect([refused.status, refused.body.code]).toEqual([409, "email_taken"]);
  expect(await emailOf(ada)).toBe(ada.email);
});

test("an expired link changes nothing", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "new@example.org");
  await db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
  const [token = ""] = await tokensSentTo("new@example.org");
  expect((await open(token)).status).toBe(400);
  expect(await emailOf(ada)).toBe(ada.email);
});

test("a mail scanner that opens every link confirms nothing; the page's button does", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "new@example.org");
  const [token = ""] = await tokensSentTo("new@example.org");
  const page = await look(token, { Accept: "text/html" });
  expect(page.status).toBe(200);
  const html = page.bytes.toString();
  expect(html).toContain("new@example.org");
  const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1] ?? "none";
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect((await look(token)).body).toEqual({ email: "new@example.org" });
  expect(await emailOf(ada)).toBe(ada.email);
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };
  expect((await call("POST", action, { headers, body: "" })).status).toBe(303);
  expect(await emailOf(ada)).toBe("new@example.org");
});

test("a browser that confirms is redirected to the profile, which shows the result", async () => {
  const ada = await createPerson();
  await saveEmail(ada, "new@example.org");
  const [token = ""] = await tokensSentTo("new@example.org");
  const page = { Accept: "text/html,application/xhtml+xml" };
  const seen = [await open(token, page), await open("nothing", page)];
  expect(seen.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
    [303, "/profile?email=confirmed"],
    [303, "/profile?email=expired"],
  ]);
});

test("reset links sent to the old address no longer work", async () => {
  const ada = await createPerson();
  await call("POST", "/api/auth/forgot-password", { json: { email: ada.email } });
  await saveEmail(ada, "new@example.org");
  const [token = ""] = await tokensSentTo("new@example.org");
  await open(token);
  const open_ = await db.oneTimeToken.count({ where: { kind: "passwordReset", usedAt: null } });
  expect(open_).toBe(0);
});
