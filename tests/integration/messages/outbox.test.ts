import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { sendMail, sendSms } from "@/lib/features/messages/service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson } from "@/tests/support/factories";

withTestDatabase();

interface Outbox {
  isMailConfigured: boolean;
  isSmsConfigured: boolean;
  items: Record<string, unknown>[];
}

const invitation = {
  username: "nana",
  inviter: "ada",
  family: "The Okafors",
  expires: "28 November 2026",
  url: "https://album.example.org/register/secret",
};

async function outboxOf(cookie: string): Promise<Outbox> {
  return (await call<Outbox>("GET", "/api/super-admin/outbox", { cookie })).body;
}

test("what nothing is set up to send waits in the outbox, the latest first, without saying what it says", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  await sendMail("invitation", "nana@example.org", invitation);
  await sendSms("passwordReset", "+447700900123", { code: "123456", username: "ada" });
  const outbox = await outboxOf(cookie);
  expect(outbox).toMatchObject({ isMailConfigured: false, isSmsConfigured: false });
  expect(outbox.items.map(({ channel, recipient, state }) => [channel, recipient, state])).toEqual([
    ["sms", "+447700900123", "held"],
    ["mail", "nana@example.org", "held"],
  ]);
  expect(JSON.stringify(outbox)).not.toMatch(/secret|123456/);
});

test("a super admin reads one to pass it on, and that is written down", async () => {
  const { cookie, userId } = await createPerson({ isSuperAdmin: true });
  await sendMail("invitation", "nana@example.org", invitation);
  const [entry] = (await outboxOf(cookie)).items;
  const answer = await call("GET", `/api/super-admin/outbox/${entry?.id}`, { cookie });
  expect(answer.body.text).toContain(invitation.url);
  const written = await db.activityEntry.findMany({ where: { action: "system.messageRead" } });
  expect(written).toEqual([
    expect.objectContaining({ actorId: userId, detail: { messageId: entry?.id, channel: "mail" } }),
  ]);
  expect(JSON.stringify(written)).not.toContain("secret");
});

test("a message that isn't there is not found, and nothing is written down", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  for (const id of [randomUUID(), "not-an-id"]) {
    expect((await call("GET", `/api/super-admin/outbox/${id}`, { cookie })).status).toBe(404);
  }
  expect(await db.activityEntry.count({ where: { action: "system.messageRead" } })).toBe(0);
});

test("nobody else reads it", async () => {
  const { cookie } = await createPerson();
  expect((await call("GET", "/api/super-admin/outbox", { cookie })).status).toBe(403);
  expect((await call("GET", "/api/super-admin/outbox")).status).toBe(401);
});
