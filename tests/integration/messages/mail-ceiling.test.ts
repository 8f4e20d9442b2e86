import { releaseWaitingMails } from "@/lib/core/messages/server/mail-ceiling-service";
import { sendMail } from "@/lib/core/messages/server/service";
import type { Ceilings } from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";
import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { startSmtpServer } from "@/tests/support/smtp-server";
import { storeSystemSettings } from "@/tests/support/system-settings";
import { workOffQueue } from "@/tests/support/work-off-queue";

// Before the settings are first read.
const smtp = await startSmtpServer();
process.env.SMTP_URL = smtp.url;
process.env.MAIL_FROM = "Keepsake <album@example.org>";
process.env.APP_URL = "https://album.example.org/";

withTestDatabase();
beforeEach(() => {
  smtp.received.length = 0;
});
afterAll(() => smtp.stop());

async function setCeilings(change: Partial<Ceilings>): Promise<void> {
  await storeSystemSettings({ ceilings: { ...defaultSystemSettings.ceilings, ...change } });
}

const invite = (to: string) =>
  sendMail("invitation", to, {
    username: "rose",
    inviter: "amara",
    family: "The Okafors",
    expires: "28 November 2026",
    url: "https://album.example.org/register/abc",
  });
const resetPassword = (to: string) =>
  sendMail("passwordReset", to, {
    username: "rose",
    url: "https://album.example.org/reset-password?token=x",
  });
const recipients = () => smtp.received.map(({ to }) => to[0]).sort();
const letPass = (minutes: number) =>
  db.$executeRaw`UPDATE "OutboxMessage" SET "createdAt" = "createdAt" - make_interval(mins => ${minutes}),
    "releasedAt" = "releasedAt" - make_interval(mins => ${minutes})`;

test("if someone has a hundred invitations sent, only as many go out as the ceiling allows, and none is lost", async () => {
  await setCeilings({ mailsPerHour: 10 });
  const all = Array.from({ length: 14 }, (_, index) => `guest-${index}@example.org`);
  for (const to of all) await invite(to);
  await workOffQueue();
  // A tenth is reserved for urgent mail.
  expect(smtp.received).toHaveLength(9);
  expect(await db.outboxMessage.count({ where: { state: "queued" } })).toBe(5);

  await letPass(30);
  await releaseWaitingMails();
  await workOffQueue();
  expect(smtp.received).toHaveLength(9);

  await letPass(31);
  await releaseWaitingMails();
  await workOffQueue();
  expect(recipients()).toEqual(all.sort());
  expect(await db.outboxMessage.count({ where: { state: "sent" } })).toBe(14);
});

test("a password reset goes out before waiting invitations", async () => {
  await setCeilings({ mailsPerHour: 10 });
  for (let index = 0; index < 12; index++) await invite(`guest-${index}@example.org`);
  await workOffQueue();
  await resetPassword("owner@example.org");
  await workOffQueue();
  expect(recipients()).toContain("owner@example.org");
  expect(smtp.received).toHaveLength(10);
  await resetPassword("other@example.org");
  await workOffQueue();
  expect(recipients()).not.toContain("other@example.org");

  await letPass(61);
  await setCeilings({ mailsPerHour: 1 });
  await releaseWaitingMails();
  await workOffQueue();
  expect(smtp.received).toHaveLength(11);
  expect(recipients()).toContain("other@example.org");
});

test("the daily ceiling applies where the hourly one doesn't", async () => {
  await setCeilings({ mailsPerHour: null, mailsPerDay: 2 });
  for (let index = 0; index < 4; index++) {
    await invite(`guest-${index}@example.org`);
    await letPass(120);
  }
  await workOffQueue();
  expect(smtp.received).toHaveLength(2);
});
