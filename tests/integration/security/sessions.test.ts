import { randomUUID } from "node:crypto";
import type { ActivityDto, SessionDto } from "@/lib/account/security/schema";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createPerson, openSession, type Person, testPassword } from "@/tests/support/factories";

withTestDatabase();

const phone =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
const sessionsOf = (cookie: string) => call<SessionDto[]>("GET", "/api/auth/sessions", { cookie });
const isSignedIn = async (cookie: string) => (await call("GET", "/api/auth/me", { cookie })).status === 200;

async function signInFromPhone(person: Person): Promise<string> {
  const answer = await call("POST", "/api/auth/login", {
    json: { usernameOrEmail: person.username, password: testPassword },
    headers: { "User-Agent": phone, "X-Forwarded-For": "192.0.2.7" },
  });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

test("devices are listed by name, with how and where they signed in, this one first", async () => {
  const person = await createPerson();
  await createPerson();
  await signInFromPhone(person);
  const { status, body } = await sessionsOf(person.cookie);
  expect(status).toBe(200);
  expect(body).toMatchObject([
    { id: person.sessionId, device: "Unknown device", isCurrent: true, method: "password" },
    { device: "Chrome on Android", isCurrent: false, method: "password", ipAddress: "192.0.2.7" },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/token|Mozilla/i);
});

test("an ended session is not a device", async () => {
  const person = await createPerson();
  const { sessionId } = await openSession(person.userId, null);
  await db.session.update({
    where: { id: sessionId },
    data: { expiresAt: new Date(Date.now() - 1000) },
    select: { id: true },
  });
  expect((await sessionsOf(person.cookie)).body).toHaveLength(1);
});

test("signing out a device works at once, and once", async () => {
  const person = await createPerson();
  const device = await signInFromPhone(person);
  expect(await isSignedIn(device)).toBe(true);
  const { body } = await sessionsOf(person.cookie);
  const id = body.find(({ isCurrent }) => !isCurrent)?.id;
  const remove = () => call("DELETE", `/api/auth/sessions/${id}`, { cookie: person.cookie });
  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await isSignedIn(device)).toBe(false);
  expect(await isSignedIn(person.cookie)).toBe(true);
});

test("another person's session is not found, and continues", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  const foreign = await call("DELETE", `/api/auth/sessions/${ben.sessionId}`, { cookie: ada.cookie });
  const missing = await call("DELETE", `/api/auth/sessions/${randomUUID()}`, { cookie: ada.cookie });
  expect(foreign).toMatchObject({ status: 404, body: missing.body });
  expectErrorBody(foreign);
  forgetSessions(() => true);
  expect(await isSignedIn(ben.cookie)).toBe(true);
});

test("signing the others out leaves this one and other people's", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  const devices = [await signInFromPhone(ada), (await openSession(ada.userId, null)).cookie];
  for (const device of devices) expect(await isSignedIn(device)).toBe(true);
  const answer = await call("DELETE", "/api/auth/sessions", { cookie: ada.cookie });
  expect(answer).toMatchObject({ status: 200, body: { count: 2 } });
  for (const device of devices) expect(await isSignedIn(device)).toBe(false);
  for (const { cookie } of [ada, ben]) expect(await isSignedIn(cookie)).toBe(true);
  const again = await call("DELETE", "/api/auth/sessions", { cookie: ada.cookie });
  expect(again.body).toEqual({ count: 0 });
});

test("recent activity describes what happened to this account, latest first, at most 50", async () => {
  const [ada, ben] = [await createPerson(), await createPerson()];
  await db.activityEntry.createMany({
    data: Array.from({ length: 55 }, (_, index) => ({
      action: "account.signedIn",
      subjectId: ada.userId,
      detail: { method: "password" },
      at: new Date(Date.UTC(2024, 0, 1, 0, index)),
    })),
  });
  await db.activityEntry.createMany({
    data: [
      { action: "account.passkeyAdded", subjectId: ada.userId, detail: { name: "Phone" }, userAgent: phone },
      { action: "account.passkeyAdded", subjectId: ben.userId, detail: { name: "Ben's" } },
      { action: "something.nobodyTells", subjectId: ada.userId },
    ],
  });
  const { body } = await call<ActivityDto[]>("GET", "/api/user/activity", { cookie: ada.cookie });
  expect(body).toHaveLength(50);
  expect(body[0]).toMatchObject({ words: "Added the passkey “Phone”", device: "Chrome on Android" });
  expect(body[1]).toMatchObject({ words: "Signed in with the password", at: "2024-01-01T00:54:00.000Z" });
});
