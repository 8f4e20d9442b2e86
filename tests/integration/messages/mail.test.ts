import { createServer } from "node:net";
import { sendMail } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { getMailer } from "@/lib/platform/mail/mail";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson } from "@/tests/support/factories";
import { startSmtpServer } from "@/tests/support/smtp-server";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

// Before the settings are first read.
const smtp = await startSmtpServer();
process.env.SMTP_URL = smtp.url;
process.env.MAIL_FROM = "Keepsake <album@example.org>";
process.env.APP_URL = "https://album.example.org/";

withTestDatabase();
beforeEach(() => {
  smtp.received.length = 0;
  smtp.refuse = () => null;
  smtp.refuseSender = () => null;
});
afterAll(() => smtp.stop());

const invitation = {
  username: "grandma.rose",
  inviter: "amara",
  family: "The Okafors",
  expires: "28 November 2026",
  url: "https://album.example.org/register/abc?x=1&y=2",
};
const outbox = () =>
  db.outboxMessage.findMany({
    select: { id: true, state: true, error: true, text: true, html: true, sentAt: true },
  });

test("a mail arrives with subject, text and HTML, from the album's address", async () => {
  await sendMail("invitation", "rose@example.org", invitation);
  await workOffQueue();
  expect(smtp.received).toHaveLength(1);
  const [{ to, from, mail }] = smtp.received as [(typeof smtp.received)[0]];
  const { id } = await db.outboxMessage.findFirstOrThrow({ select: { id: true } });
  expect(to).toEqual(["rose@example.org"]);
  expect(from).toBe("album@example.org");
  expect(mail.from).toEqual({ name: "Keepsake", address: "album@example.org" });
  expect(mail.subject).toBe("amara invites you to The Okafors");
  expect(mail.messageId).toBe(`<${id}@example.org>`);
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
  expect(mail.text).toContain("Join The Okafors:\nhttps://album.example.org/register/abc?x=1&y=2");
  expect(mail.html).toContain('href="https://album.example.org/register/abc?x=1&amp;y=2"');
});

test("the weekly mail has a header that lets mail programs unsubscribe with one click", async () => {
  const unsubscribeUrl = "https://album.example.org/api/unsubscribe?token=abc";
  const values = { username: "rose", first: "The Okafors: 2 new photos.", second: "", third: "", others: "" };
  await sendMail("weeklyDigest", "rose@example.org", {
    ...values,
    url: "https://album.example.org/",
    unsubscribeUrl,
  });
  await workOffQueue();
  const [{ mail }] = smtp.received as [(typeof smtp.received)[0]];
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(header("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(mail.text).toContain(`Stop weekly emails:\n${unsubscribeUrl}`);
  expect(mail.html).toContain(`href="${unsubscribeUrl}"`);
  const select = { unsubscribeUrl: true, text: true } as const;
  expect(await db.outboxMessage.findFirst({ select })).toEqual({ unsubscribeUrl: null, text: "" });
});

test("other mail has no such header", async () => {
  await sendMail("invitation", "rose@example.org", invitation);
  await workOffQueue();
  const [{ mail }] = smtp.received as [(typeof smtp.received)[0]];
  expect(mail.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
});

test("sent mail is not kept: the outbox drops the text", async () => {
  await sendMail("invitation", "rose@example.org", invitation);
  expect(await outbox()).toMatchObject([{ state: "queued", sentAt: null }]);
  await workOffQueue();
  expect(await outbox()).toMatchObject([{ state: "sent", text: "", html: null, sentAt: expect.any(Date) }]);
});

test("names containing markup, line breaks or headers stay names", async () => {
  const inviter = '"><script>alert(1)</script>\r\nBcc: eve@example.org\r\n\r\n<img src=x>';
  const family = "{{url}} & Söhne 👨‍👩‍👧";
  await sendMail("invitation", "rose@example.org", { ...invitation, inviter, family });
  await workOffQueue();
  const [{ to, raw, mail }] = smtp.received as [(typeof smtp.received)[0]];
  expect(to).toEqual(["rose@example.org"]);
  expect(mail.bcc ?? []).toEqual([]);
  expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(mail.subject).toBe(
    '"><script>alert(1)</script> Bcc: eve@example. org <img src=x> invites you to {{url}} & Söhne 👨‍👩‍👧',
  );
  expect(mail.html).not.toMatch(/<script|<img/);
  expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(mail.html).toContain("{{url}} &amp; Söhne 👨‍👩‍👧");
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
});

test("a transaction that rolls back sends nothing, one that commits sends once", async () => {
  const broken = db.$transaction(async (client) => {
    await sendMail("invitation", "rose@example.org", invitation, client);
    throw new Error("undone");
  });
  await expect(broken).rejects.toThrow("undone");
  await workOffQueue();
  expect(smtp.received).toEqual([]);
  await db.$transaction((client) => sendMail("invitation", "rose@example.org", invitation, client));
  await workOffQueue();
  await workOffQueue();
  expect(smtp.received).toHaveLength(1);
});

test("a recipient that the server rejects permanently is not retried", async () => {
  smtp.refuse = () => ({ code: 550, words: "No such mailbox" });
  await sendMail("invitation", "nobody@example.org", invitation);
  await workOffQueue();
  expect(await outbox()).toMatchObject([
    { state: "failed", error: expect.stringContaining("No such mailbox") },
  ]);
  smtp.refuse = () => null;
  await hurryQueue();
  await workOffQueue();
  expect(smtp.received).toEqual([]);
});

test.each([
  [530, "Authentication required"],
  [553, "Sender address rejected"],
])(
  "a sender that the server refuses with %d is retried, and the mail is sent once it is accepted",
  async (code, words) => {
    smtp.refuseSender = () => ({ code, words });
    await sendMail("invitation", "rose@example.org", invitation);
    await workOffQueue();
    expect(await outbox()).toMatchObject([{ state: "queued", error: expect.stringContaining(words) }]);
    smtp.refuseSender = () => null;
    await hurryQueue();
    await workOffQueue();
    expect(smtp.received).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: "sent", error: null }]);
  },
);

test("an unreachable server is retried, and then the mail is sent once", async () => {
  await smtp.stop();
  await sendMail("invitation", "rose@example.org", invitation);
  await workOffQueue();
  expect(await outbox()).toMatchObject([{ state: "queued", error: expect.stringContaining("ECONNREFUSED") }]);
  await smtp.start();
  await hurryQueue();
  await workOffQueue();
  expect(smtp.received).toHaveLength(1);
  expect(await outbox()).toMatchObject([{ state: "sent", error: null }]);
});

test("a temporarily full mailbox is retried", async () => {
  smtp.refuse = () => ({ code: 452, words: "Mailbox full" });
  await sendMail("invitation", "rose@example.org", invitation);
  await workOffQueue();
  expect(await outbox()).toMatchObject([{ state: "queued", error: expect.stringContaining("Mailbox full") }]);
  smtp.refuse = () => null;
  await hurryQueue();
  await workOffQueue();
  expect(smtp.received).toHaveLength(1);
});

test("after its last attempt a mail has failed, and says why", async () => {
  await smtp.stop();
  await sendMail("invitation", "rose@example.org", invitation);
  for (let attempt = 1; attempt <= 12; attempt++) {
    await hurryQueue();
    await workOffQueue();
  }
  expect(await outbox()).toMatchObject([{ state: "failed", error: expect.stringContaining("ECONNREFUSED") }]);
  await smtp.start();
});

test("an address is one recipient, even if it contains commas", async () => {
  const mail = {
    id: "1",
    to: "rose@example.org, eve@example.org",
    subject: "s",
    text: "t",
    html: "<p>t</p>",
  };
  await getMailer()
    ?.send(mail)
    .catch((error: unknown) => expect(error).toBeInstanceOf(UndeliverableError));
  expect(smtp.received.flatMap(({ to }) => to)).not.toContain("eve@example.org");
});

test("the server's user is checked", async () => {
  await expect(getMailer()?.check()).resolves.toBeUndefined();
});

test("a server that accepts the connection and stays silent is given up after a while", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { default: SMTPTransport } = await import("nodemailer/lib/smtp-transport/index.js");
  const port = (silent.address() as { port: number }).port;
  // nodemailer's short form ignores the timeouts; lib/platform/mail relies on this one.
  const { options } = new SMTPTransport({ url: `smtp://127.0.0.1:${port}`, greetingTimeout: 20_000 });
  expect(options).toMatchObject({ host: "127.0.0.1", port, greetingTimeout: 20_000 });
  await new Promise((resolve) => silent.close(resolve));
});

test("a forgotten password sends a mail whose link leads to APP_URL, whatever the request's host", async () => {
  const { email } = await createPerson();
  const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };
  await call("POST", "/api/auth/forgot-password", { json: { email }, headers });
  await workOffQueue();
  const [{ to, mail }] = smtp.received as [(typeof smtp.received)[0]];
  expect(to).toEqual([email]);
  expect(mail.text).toMatch(/https:\/\/album\.example\.org\/reset-password\?token=[\w-]{43}\n/);
  expect(mail.text).not.toContain("evil");
  expect(JSON.stringify(await outbox())).not.toContain("token=");
});
