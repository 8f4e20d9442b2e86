import type { MailTemplateDto } from "@/lib/core/mail-templates/schema";
import { openMessage, storedMessageSelect } from "@/lib/core/messages/server/live-part";
import { sendMail } from "@/lib/core/messages/server/service";
import { mailTemplates } from "@/lib/core/messages/server/templates";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson, type Person } from "@/tests/support/factories";
import { templateText } from "@/tests/support/super-admin-calls";

withTestDatabase();

const root = "/api/super-admin/email-templates";
const values = {
  username: "nana",
  inviter: "Ada",
  family: "The Okafors",
  expires: "28 November 2026",
  url: "https://album.example.org/register/secret",
};

let superAdmin: Person;
beforeEach(async () => {
  superAdmin = await createPerson({ isSuperAdmin: true });
});
const ask = <T = Record<string, unknown>>(method: string, path: string, json?: unknown) =>
  call<T>(method, `${root}${path}`, { cookie: superAdmin.cookie, ...(json === undefined ? {} : { json }) });

async function lastMail() {
  const { subject, recipient, ...stored } = await db.outboxMessage.findFirstOrThrow({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { subject: true, recipient: true, ...storedMessageSelect },
  });
  return { subject, recipient, text: stored.text, html: stored.html, ...openMessage(stored) };
}

test("the text of every mail can be edited", async () => {
  const { body } = await ask<MailTemplateDto[]>("GET", "");
  expect(body.map(({ name }) => name).sort()).toEqual(Object.keys(mailTemplates).sort());
  for (const { name, words, isEdited } of body) {
    expect(isEdited).toBe(false);
    // The default text can be saved unchanged.
    const kept = await ask("PUT", `/${name}`, words);
    expect([name, kept.status]).toEqual([name, 200]);
    await ask("DELETE", `/${name}`);
  }
});

test("edited text appears in the next mail, with its values, and a reset removes it", async () => {
  expect((await ask("PUT", "/invitation", templateText)).body.isEdited).toBe(true);
  await sendMail("invitation", "nana@example.org", values);
  const mail = await lastMail();
  expect(mail.subject).toBe("Come in, nana");
  expect(mail.text).toContain("Ada has invited you to The Okafors.");
  expect(mail.text).toContain(values.url);
  expect(mail.html).toContain("Your family waits");
  expect((await ask("DELETE", "/invitation")).body.isEdited).toBe(false);
  await sendMail("invitation", "nana@example.org", values);
  expect((await lastMail()).subject).toBe("Ada invites you to The Okafors");
  const acts = await db.activityEntry.findMany({ where: { action: { startsWith: "system.mailTemplate" } } });
  expect(acts.map(({ action }) => action).sort()).toEqual([
    "system.mailTemplateEdited",
    "system.mailTemplateReset",
  ]);
});

test.each([
  ["subject", { subject: "Hello {{nobody}}" }],
  ["heading", { heading: "{{inviter" }],
  ["paragraphs", { paragraphs: ["Fine.", "{{password}}"] }],
  ["paragraphs", { paragraphs: [] }],
  ["footnote", { footnote: "Until {{ expires }}" }],
  ["button", { button: null }],
  ["button", { button: "Go {{nowhere}}" }],
  ["subject", { subject: "two\nlines" }],
])("a wrong %s is refused by its name, and nothing is stored", async (field, change) => {
  for (const path of ["/invitation/preview", "/invitation/test"]) {
    const { status, body } = await ask("POST", path, { ...templateText, ...change });
    expect([path, status, String(body.field).split(".")[0]]).toEqual([path, 400, field]);
  }
  expect((await ask("PUT", "/invitation", { ...templateText, ...change })).status).toBe(400);
  expect(await db.mailTemplateEdit.count()).toBe(0);
  expect(await db.outboxMessage.count()).toBe(0);
});

test("the preview escapes what is typed, and stores nothing", async () => {
  const json = { ...templateText, heading: "<script>alert(1)</script>" };
  const { status, body } = await ask<{ html: string }>("POST", "/invitation/preview", json);
  expect(status).toBe(200);
  expect(body.html).toContain("&lt;script&gt;");
  expect(body.html).not.toContain("<script>");
  expect(await db.mailTemplateEdit.count()).toBe(0);
});

test("a test is sent to the super admin who asks, marked as one, and to nobody else", async () => {
  const { status, body } = await ask("POST", "/invitation/test", templateText);
  expect([status, body.recipient]).toEqual([200, superAdmin.email]);
  const mail = await lastMail();
  expect(mail).toMatchObject({ recipient: superAdmin.email, subject: "[Test] Come in, grandma.rose" });
  expect(await db.outboxMessage.count()).toBe(1);
});

test("a nonexistent mail is not found", async () => {
  for (const name of ["nothing", "__proto__", "constructor"]) {
    expect((await ask("GET", `/${name}`)).status).toBe(404);
    expect((await ask("PUT", `/${name}`, templateText)).status).toBe(404);
  }
});
