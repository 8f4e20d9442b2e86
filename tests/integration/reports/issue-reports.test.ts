import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, createPerson, type Person } from "@/tests/support/factories";

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

test("an issue is kept with who told it, in a family or in none", async () => {
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

test("sent again with its key it is told once", async () => {
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

test("a visitor can't tell one, and it goes with its person's account", async () => {
  expect((await send(null, issue)).status).toBe(401);
  const person = await createPerson();
  await send(person, issue);
  await db.user.delete({ where: { id: person.userId }, select: { id: true } });
  expect(await kept()).toEqual([]);
});
