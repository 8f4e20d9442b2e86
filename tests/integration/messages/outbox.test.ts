import { randomUUID } from "node:crypto";
import { sendMail, sendSms } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { removeExpiredRecords } from "@/lib/operations/system/server/service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, createPerson } from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { workOffQueue } from "@/tests/support/work-off-queue";

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

test("messages that nothing is set up to send wait in the outbox, latest first, with their text hidden", async () => {
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

test("a super admin reads one to pass it on, and that is recorded", async () => {
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

/** Everything that someone who steals the database or a backup has. */
const stolen = async () => JSON.stringify(await db.outboxMessage.findMany());

test("someone who steals the database finds no link or code in it that opens an account", async () => {
  const person = await createPerson();
  const owner = await createOwner();
  await call("POST", "/api/auth/forgot-password", { json: { email: person.email } });
  const json = { username: "rose", email: "rose@example.org", isAdmin: false };
  const invited = await call<{ url: string }>("POST", "/api/invitations", { cookie: owner.cookie, json });
  await sendSms("passwordReset", "+447700900123", { code: "123456", username: "ada" });
  await workOffQueue();
  const [invitationMail, sms, reset] = [
    ...(await writtenMessages({ template: "invitation" })),
    ...(await writtenMessages({ channel: "sms" })),
    ...(await writtenMessages({ template: "passwordReset", channel: "mail" })),
  ];
  const token = /token=([\w-]+)/.exec(reset?.text ?? "")?.[1] ?? "none";
  const code = invited.body.url.split("/").at(-1) ?? "none";
  expect(invitationMail?.text).toContain(code);
  expect(sms?.text).toContain("123456");
  const copy = await stolen();
  expect([copy.includes(token), copy.includes(code), copy.includes("123456")]).toEqual([false, false, false]);
});

test("a used or expired link can't be read in the outbox any more, even by a super admin", async () => {
  const root = await createPerson({ isSuperAdmin: true });
  const person = await createPerson();
  await call("POST", "/api/auth/forgot-password", { json: { email: person.email } });
  await workOffQueue();
  const [{ text } = { text: "" }] = await writtenMessages();
  const token = /token=([\w-]+)/.exec(text)?.[1];
  const read = async () => {
    const [entry] = (await outboxOf(root.cookie)).items.slice(-1);
    return (await call("GET", `/api/super-admin/outbox/${entry?.id}`, { cookie: root.cookie })).body.text;
  };
  expect(await read()).toContain(token);
  const stored = () => db.outboxMessage.findFirstOrThrow({ where: { template: "passwordReset" } });
  expect((await stored()).livePart).not.toBeNull();
  const json = { token, newPassword: "lanterns in the meadow" };
  expect((await call("POST", "/api/auth/reset-password", { json })).status).toBe(200);
  expect((await stored()).livePart).toBeNull();
  expect(await read()).toContain("(this link or code no longer works)");
  expect(await read()).not.toContain(token);
});

test("an expired link is blanked by the nightly clean-up, a resent or revoked invitation's at once", async () => {
  const owner = await createOwner();
  const json = { username: "rose", email: "rose@example.org", isAdmin: false };
  const { id } = (await call<{ id: string }>("POST", "/api/invitations", { cookie: owner.cookie, json }))
    .body;
  const parts = async () =>
    (await db.outboxMessage.findMany({ orderBy: { createdAt: "asc" }, select: { livePart: true } })).map(
      ({ livePart }) => livePart !== null,
    );
  expect(await parts()).toEqual([true]);
  await call("POST", `/api/invitations/${id}/resend`, { cookie: owner.cookie });
  expect(await parts()).toEqual([false, true]);
  await call("DELETE", `/api/invitations/${id}`, { cookie: owner.cookie });
  expect(await parts()).toEqual([false, false]);

  await sendSms(
    "passwordReset",
    "+447700900123",
    { code: "123456", username: "ada" },
    {
      tokenId: null,
      expiresAt: new Date(Date.now() - 1000),
    },
  );
  expect(await parts()).toEqual([false, false, true]);
  await removeExpiredRecords();
  expect(await parts()).toEqual([false, false, false]);
});

test("a message that doesn't exist is not found, and nothing is recorded", async () => {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  for (const id of [randomUUID(), "not-an-id"]) {
    expect((await call("GET", `/api/super-admin/outbox/${id}`, { cookie })).status).toBe(404);
  }
  expect(await db.activityEntry.count({ where: { action: "system.messageRead" } })).toBe(0);
});

test("nobody else can read it", async () => {
  const { cookie } = await createPerson();
  expect((await call("GET", "/api/super-admin/outbox", { cookie })).status).toBe(403);
  expect((await call("GET", "/api/super-admin/outbox")).status).toBe(401);
});
