import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner } from "@/tests/support/factories";
import { newcomer, storeInvitation } from "@/tests/support/invitations";

// Set before the settings are first read.
process.env.RATE_LIMITS = "on";

withTestDatabase();

test("a family can send 30 invitations a day, and other families are unaffected", async () => {
  const owner = await createOwner();
  const { id } = await storeInvitation(owner);
  const resend = () => call("POST", `/api/invitations/${id}/resend`, { cookie: owner.cookie });
  for (let at = 0; at < 30; at++) expect((await resend()).status).toBe(200);
  const late = await resend();
  expect(late.status).toBe(429);
  expectErrorBody(late);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  const invite = (cookie: string) => call("POST", "/api/invitations", { cookie, json: newcomer() });
  expect((await invite(owner.cookie)).status).toBe(429);
  expect(await db.outboxMessage.count()).toBe(30);
  expect((await invite((await createOwner()).cookie)).status).toBe(201);
});
