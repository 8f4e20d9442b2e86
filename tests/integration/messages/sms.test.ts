import { sendSms } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { smsAccount, startSmsServer } from "@/tests/support/sms-server";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

// Before the settings are first read.
const provider = await startSmsServer();
Object.assign(process.env, {
  TWILIO_ACCOUNT_SID: smsAccount.sid,
  TWILIO_AUTH_TOKEN: smsAccount.token,
  TWILIO_FROM: smsAccount.from,
  TWILIO_API_BASE: `${provider.url}/`,
});

withTestDatabase();
beforeEach(() => {
  provider.received.length = 0;
  provider.answer = () => null;
});
afterAll(() => provider.stop());

const to = "+447700900123";
const values = { code: "042917", username: "grandma.röse & co" };
const outbox = () => db.outboxMessage.findMany({ select: { state: true, error: true, text: true } });

test("a message is posted with the account's SID and token, the number, the sender and the text", async () => {
  await sendSms("passwordReset", to, values);
  await workOffQueue();
  const text =
    "042917 is your Keepsake code to reset the password of grandma.röse & co. It works for 10 minutes. Never share it with anyone.";
  expect(provider.received).toEqual([
    {
      path: `/2010-04-01/Accounts/${smsAccount.sid}/Messages.json`,
      authorization: `Basic ${Buffer.from(`${smsAccount.sid}:${smsAccount.token}`).toString("base64")}`,
      fields: { To: to, From: smsAccount.from, Body: text },
    },
  ]);
  expect(await outbox()).toEqual([{ state: "sent", error: null, text: "" }]);
});

test("an invalid number is not retried", async () => {
  const words = "The 'To' number +44 is not a valid phone number.";
  provider.answer = () => ({ status: 400, json: { code: 21211, message: words, status: 400 } });
  await sendSms("passwordReset", to, values);
  await workOffQueue();
  expect(await outbox()).toMatchObject([{ state: "failed", error: `${words} (21211)` }]);
  provider.answer = () => null;
  await hurryQueue();
  await workOffQueue();
  expect(provider.received).toEqual([]);
});

test.each([
  ["is busy", 429, { code: 20429, message: "Too Many Requests", status: 429 }],
  ["is broken", 503, { code: 20503, message: "Service Unavailable", status: 503 }],
  ["refuses the account", 401, { code: 20003, message: "Authenticate", status: 401 }],
])("a provider that %s is retried, and then the message is sent once", async (_, status, json) => {
  provider.answer = () => ({ status, json });
  await sendSms("passwordReset", to, values);
  await workOffQueue();
  expect(await outbox()).toMatchObject([{ state: "queued", error: expect.stringContaining(json.message) }]);
  provider.answer = () => null;
  await hurryQueue();
  await workOffQueue();
  expect(provider.received).toHaveLength(1);
  expect(await outbox()).toMatchObject([{ state: "sent" }]);
});
