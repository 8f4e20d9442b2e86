import type { UserDto } from "@/lib/account/accounts/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson, testPassword } from "@/tests/support/factories";
import { newcomer, storeInvitation } from "@/tests/support/invitations";
import { mailsTo, signUp } from "@/tests/support/working-mail";

withTestDatabase();

test("if no mail is sent, nobody has to confirm anything, and everything stays allowed", async () => {
  await createPerson();
  const cookie = await signUp("ada", "ada@example.org");
  expect((await call<UserDto>("GET", "/api/auth/me", { cookie })).body.emailNeedsConfirmation).toBe(false);
  expect(await mailsTo("ada@example.org")).toEqual([]);
  const registration = { cookie, json: { password: testPassword } };
  expect((await call("POST", "/api/auth/passkeys/registration", registration)).status).toBe(200);
  expect((await call("POST", "/api/invitations", { cookie, json: newcomer() })).status).toBe(201);
  const again = await call("POST", "/api/auth/confirm-account/resend", { cookie });
  expect(again).toMatchObject({ status: 200, body: { isSent: false } });
});

test("if no mail is sent, an invitation takes nobody's address, and its link proves none", async () => {
  await signUp("ada", "ada@example.org");
  const owner = await createOwner();
  const known = await storeInvitation(owner, { email: "ada@example.org" });
  const opened = await call("GET", `/api/invitations/${known.code}/validate`);
  expect(opened.body).toMatchObject({ hasAccount: true });
  const { code, username } = await storeInvitation(owner);
  await call("POST", `/api/register/${code}`, { json: { password: testPassword } });
  const made = await db.user.findUniqueOrThrow({ where: { username }, select: { emailConfirmedAt: true } });
  expect(made.emailConfirmedAt).toBeNull();
});
