import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, createPerson, type Person } from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { storeContentReport } from "@/tests/support/report-calls";

withTestDatabase();

const issue = { title: "The year won't open", message: "I press on 2024.\nNothing happens." };
const send = (person: Person | null, json: unknown, headers = {}) =>
  call<{ id: string; createdAt: string }>("POST", "/api/report-issue", {
    cookie: person?.cookie ?? null,
    json,
    headers,
  });
const kept = () =>
  db.issueReport.findMany({
    select: { userId: true, familyId: true, title: true, message: true, state: true },
  });

test("an issue is stored with its reporter, in a family or in none", async () => {
  const owner = await createOwner();
  const alone = await createPerson();
  expect(await send(owner, { ...issue, title: "  The year won't open " })).toMatchObject({
    status: 201,
    body: { id: expect.any(String), createdAt: expect.stringMatching(/Z$/) },
  });
  expect((await send(alone, issue)).status).toBe(201);
  expect(await kept()).toEqual([
    { userId: owner.userId, familyId: owner.familyId, ...issue, state: "open" },
    { userId: alone.userId, familyId: null, ...issue, state: "open" },
  ]);
});

test("sent again with its key it is reported once", async () => {
  const owner = await createOwner();
  const headers = { "Idempotency-Key": "one attempt" };
  const [first, second] = [await send(owner, issue, headers), await send(owner, issue, headers)];
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(await kept()).toHaveLength(1);
});

test.each([
  ["no title", { message: "x" }, "title"],
  ["a title that is too long", { title: "x".repeat(101), message: "x" }, "title"],
  ["no message", { title: "x" }, "message"],
  ["a message of white space", { title: "x", message: " \n" }, "message"],
])("an issue with %s is refused", async (_, json, field) => {
  const answer = await send(await createOwner(), json);
  expect(answer).toMatchObject({ status: 400, body: { field } });
  expectErrorBody(answer);
  expect(await kept()).toEqual([]);
});

test("a visitor can't report one, and it is deleted with its person's account", async () => {
  expect((await send(null, issue)).status).toBe(401);
  const person = await createPerson();
  await send(person, issue);
  await db.user.delete({ where: { id: person.userId }, select: { id: true } });
  expect(await kept()).toEqual([]);
});

describe("the super admins", () => {
  test("are each notified by mail, without the reporter's address", async () => {
    const [one, two] = [
      await createPerson({ isSuperAdmin: true }),
      await createPerson({ isSuperAdmin: true }),
    ];
    const data = { suspendedAt: new Date() };
    const asleep = await createPerson({ isSuperAdmin: true });
    await db.user.update({ where: { id: asleep.userId }, data, select: { id: true } });
    const owner = await createOwner();
    await send(owner, issue);
    const mails = await writtenMessages({ template: "issueReported" });
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([one.email, two.email].sort());
    expect(mails[0]).toMatchObject({ subject: "A problem was reported: The year won't open" });
    expect(mails[0]?.text).toContain("Nothing happens.");
    expect(mails[0]?.text).toContain(owner.username);
    expect(mails[0]?.text).not.toContain(owner.email);
  });

  const answerTo = async (id: string, json: object) => {
    const { cookie } = await createPerson({ isSuperAdmin: true });
    return call<{ answer: string; state: string }>("POST", `/api/super-admin/reports/${id}/resolve`, {
      cookie,
      json,
    });
  };
  const thanks = "Thank you!\nIt opens again.";

  test("answer the reporter, by mail and in their notifications, once for the same text", async () => {
    const owner = await createOwner();
    const other = await createMember(owner.familyId);
    const { id } = (await send(owner, issue)).body;
    const first = await answerTo(id, { state: "closed", answer: thanks });
    expect(first).toMatchObject({ status: 200, body: { answer: thanks, state: "closed" } });
    expect((await answerTo(id, { state: "closed", answer: thanks })).status).toBe(200);
    const [mail, ...more] = await writtenMessages({ template: "issueAnswered" });
    expect([mail?.recipient, mail?.subject, more]).toEqual([
      owner.email,
      "About your report: The year won't open",
      [],
    ]);
    expect(mail?.text).toContain("It opens again.");
    const notices = await db.notification.findMany({ where: { kind: "account" } });
    expect(notices.map(({ userId, title, message }) => [userId, title, message])).toEqual([
      [owner.userId, "About your report: The year won't open", thanks],
    ]);
    expect(await db.notification.count({ where: { userId: other.userId } })).toBe(0);
    const written = await db.activityEntry.findMany({ where: { action: "system.reportAnswered" } });
    expect(written.map(({ subjectId, detail }) => [subjectId, detail])).toEqual([
      [owner.userId, { reportId: id }],
    ]);

    await answerTo(id, { state: "closed", answer: "And thank you again." });
    expect(await writtenMessages({ template: "issueAnswered" })).toHaveLength(2);
  });

  test("answer someone without a family only by mail, and never with an empty answer", async () => {
    const alone = await createPerson();
    const { id } = (await send(alone, issue)).body;
    expect((await answerTo(id, { state: "open", answer: " " })).status).toBe(200);
    expect(await writtenMessages({ template: "issueAnswered" })).toEqual([]);
    await answerTo(id, { state: "open", answer: thanks });
    expect((await writtenMessages({ template: "issueAnswered" }))[0]?.recipient).toBe(alone.email);
    expect(await db.notification.count()).toBe(0);
    const tooLong = await answerTo(id, { state: "open", answer: "x".repeat(2001) });
    expect(tooLong).toMatchObject({ status: 400, body: { field: "answer" } });
  });

  test("can't answer the report of a picture, which is the family's affair", async () => {
    const id = await storeContentReport(await createOwner());
    const answer = await answerTo(id, { state: "closed", answer: thanks });
    expect(answer).toMatchObject({ status: 400, body: { field: "answer" } });
    const { state } = await db.contentReport.findUniqueOrThrow({ where: { id } });
    expect(state).toBe("open");
  });
});
