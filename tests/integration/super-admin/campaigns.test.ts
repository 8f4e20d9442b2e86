import { db } from "@/lib/db";
import { deliverCampaign } from "@/lib/notify/campaigns/server/delivery-service";
import { unsubscribeToken } from "@/lib/notify/digest/server/unsubscribe-token";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createPerson, type Person } from "@/tests/support/factories";
import { plansOf } from "@/tests/support/query-plans";
import { campaignText } from "@/tests/support/super-admin-calls";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();

const root = "/api/super-admin/campaigns";

interface Campaign {
  id: string;
  state: string;
  audience: number;
  written: number;
  done: number;
}

let superAdmin: Person;
beforeEach(async () => {
  superAdmin = await createPerson({ isSuperAdmin: true });
});
const ask = <T = Campaign>(method: string, path = "", json?: unknown) =>
  call<T>(method, `${root}${path}`, { cookie: superAdmin.cookie, ...(json === undefined ? {} : { json }) });
const draft = async () => (await ask("POST", "", campaignText)).body.id;
const wanting = async (values = {}) => {
  const person = await createPerson(values);
  const json = { news: true };
  expect((await call("PUT", "/api/user-settings", { cookie: person.cookie, json })).status).toBe(200);
  return person;
};
const mails = () =>
  db.outboxMessage.findMany({
    where: { template: "campaign" },
    select: { recipient: true, subject: true, text: true, unsubscribeUrl: true },
    orderBy: { recipient: "asc" },
  });

test("news are sent to those who asked for them, once, with a link to unsubscribe", async () => {
  const [ada, ben] = [await wanting(), await wanting()];
  await createPerson();
  await wanting({ isChild: true });
  const id = await draft();
  const sent = await ask("POST", `/${id}/send`);
  expect([sent.status, sent.body]).toEqual([202, expect.objectContaining({ state: "sending", audience: 2 })]);
  await workOffQueue();
  const [done] = (await ask<{ items: Campaign[] }>("GET")).body.items;
  expect(done).toMatchObject({ state: "sent", audience: 2, written: 2, done: 2 });
  const written = await mails();
  expect(written.map(({ recipient }) => recipient).sort()).toEqual([ada.email, ben.email].sort());
  for (const { subject, text, unsubscribeUrl } of written) {
    expect(subject).toBe("New in Keepsake");
    expect(text).toContain("Unsubscribe from news");
    expect(text).toContain(unsubscribeUrl ?? "nothing");
  }
  expect(await db.activityEntry.count({ where: { action: "system.campaignSent" } })).toBe(1);
});

test("pressed twice, it is sent once, and what was sent can no longer be changed", async () => {
  await wanting();
  const id = await draft();
  const both = await Promise.all([ask("POST", `/${id}/send`), ask("POST", `/${id}/send`)]);
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
  await workOffQueue();
  expect(await mails()).toHaveLength(1);
  for (const answer of [await ask("PUT", `/${id}`, campaignText), await ask("DELETE", `/${id}`)]) {
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([409, "already_sent"]);
  }
});

test("the link ends the news permanently, without signing in, until the person wants them again", async () => {
  const ada = await wanting();
  const link = `/api/unsubscribe?token=${unsubscribeToken(ada.userId, "news")}`;
  expect((await call("GET", link)).status).toBe(200);
  expect((await call("POST", link)).status).toBe(200);
  const settings = await call("GET", "/api/user-settings", { cookie: ada.cookie });
  expect(settings.body).toMatchObject({ news: false });
  const refused = await ask("POST", `/${await draft()}/send`);
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([409, "nobody_asked"]);
  // The address is stored as a hash, and gets no news by any other route either.
  await db.user.update({ where: { id: ada.userId }, data: { settings: { news: true } } });
  expect((await ask<{ audience: number }>("GET")).body.audience).toBe(0);
  expect(JSON.stringify(await db.newsSuppression.findMany())).not.toContain(ada.email);
  await call("PUT", "/api/user-settings", { cookie: ada.cookie, json: { news: true } });
  expect((await ask<{ audience: number }>("GET")).body.audience).toBe(1);
});

test("the link for one kind of mail leaves the other", async () => {
  const ada = await wanting();
  await call("PUT", "/api/user-settings", { cookie: ada.cookie, json: { digest: true } });
  await call("POST", `/api/unsubscribe?token=${unsubscribeToken(ada.userId, "news")}`);
  const { body } = await call("GET", "/api/user-settings", { cookie: ada.cookie });
  expect(body).toMatchObject({ news: false, digest: true });
});

test("the next people to write to are found without reading those already written to", async () => {
  await wanting();
  const id = await draft();
  await ask("POST", `/${id}/send`);
  const plans = await plansOf("CampaignRecipient", () => deliverCampaign(id));
  // The mark on each person written to is found by the primary key.
  const searches = plans.filter((plan) => !plan.startsWith('Update on "CampaignRecipient"'));
  expect(searches).toHaveLength(2);
  for (const plan of searches) expect(plan).toContain('"CampaignRecipient_waiting_idx"');
  expect(await mails()).toHaveLength(1);
});

test("someone who opts out before their turn gets nothing", async () => {
  const [ada, ben] = [await wanting(), await wanting()];
  const id = await draft();
  await ask("POST", `/${id}/send`);
  await call("PUT", "/api/user-settings", { cookie: ben.cookie, json: { news: false } });
  await workOffQueue();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ada.email]);
  const [done] = (await ask<{ items: Campaign[] }>("GET")).body.items;
  expect(done).toMatchObject({ state: "sent", audience: 2, written: 1, done: 2 });
});

test("an address that nobody has confirmed gets nothing, and isn't counted", async () => {
  const [ada, ben] = [await wanting(), await wanting()];
  await wanting({ emailConfirmedAt: null });
  expect((await ask<{ audience: number }>("GET")).body.audience).toBe(2);
  const id = await draft();
  expect((await ask("POST", `/${id}/send`)).body.audience).toBe(2);
  // As after changing it on a server without mail.
  await db.user.update({
    where: { id: ben.userId },
    data: { emailConfirmedAt: null },
    select: { id: true },
  });
  await workOffQueue();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([ada.email]);
});

test("a test is sent only to the super admin, and ends nothing", async () => {
  await wanting();
  const id = await draft();
  expect((await ask("POST", `/${id}/test`)).status).toBe(200);
  const written = await mails();
  expect(written).toEqual([
    expect.objectContaining({ recipient: superAdmin.email, subject: "[Test] New in Keepsake" }),
  ]);
  expect((await ask<{ items: Campaign[] }>("GET")).body.items[0]?.state).toBe("draft");
});

test.each([
  ["subject", { subject: "" }],
  ["paragraphs", { paragraphs: ["{{password}}"] }],
  ["heading", { heading: "{{family}}" }],
  ["buttonUrl", { button: "Look" }],
  ["buttonUrl", { button: "Look", buttonUrl: "javascript:alert(1)" }],
])("a wrong %s is refused by its name", async (field, change) => {
  const { status, body } = await ask<{ field: string }>("POST", "", { ...campaignText, ...change });
  expect([status, body.field]).toEqual([400, field]);
  expect(await db.campaign.count()).toBe(0);
});
