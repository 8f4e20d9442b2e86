import { db } from "@/lib/db";
import type { BirthdayDto } from "@/lib/family/birthdays/schema";
import { listFamilyPeople } from "@/lib/family/families/server/service";
import { memberActorOf } from "@/tests/support/actors";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";

withTestDatabase();

const dayMs = 86_400_000;
const utcDay = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

/** Adds a person with a birthday in this many days, if any, in the leap year 2000, which has every day. */
const addPerson = (name: string, days: number | null, familyId = owner.familyId) => {
  const birthDate = days === null ? null : new Date(`${utcDay(days).replace(/^\d{4}/, "2000")}T00:00:00Z`);
  return db.familyMember.create({ data: { familyId, name, birthDate }, select: { id: true } });
};
const list = (query = "") => call<BirthdayDto[]>("GET", `/api/birthdays${query}`, { cookie: owner.cookie });

test("birthdays in the next 15 days are listed, nearest first, of this family only", async () => {
  await addPerson("In fifteen", 15);
  await addPerson("In sixteen", 16);
  await addPerson("Yesterday", -1);
  const { id } = await addPerson("Today", 0);
  await addPerson("Tomorrow", 1);
  await addPerson("Unknown", null);
  await addPerson("Stranger", 0, (await createOwner()).familyId);
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.map(({ displayName, daysUntil }) => [displayName, daysUntil])).toEqual([
    ["Today", 0],
    ["Tomorrow", 1],
    ["In fifteen", 15],
  ]);
  expect(body[0]).toEqual({
    memberId: id,
    displayName: "Today",
    date: utcDay(0),
    daysUntil: 0,
    turning: Number(utcDay(0).slice(0, 4)) - 2000,
    isOwn: false,
  });
});

test("nobody is reminded of the birthday of someone the family leaves out of memories", async () => {
  const { id } = await addPerson("Grandpa", 3);
  await addPerson("Ada", 4);
  const rule = { cookie: owner.cookie, json: { isLeftOut: true } };
  expect((await call("PUT", `/api/on-this-day/people/${id}/rule`, rule)).status).toBe(200);
  expect((await list()).body.map(({ displayName }) => displayName)).toEqual(["Ada"]);
  // Home's family card gets the list of people from this.
  const people = await listFamilyPeople(await memberActorOf(owner));
  expect(people.filter(({ isLeftOut }) => isLeftOut)).toMatchObject([{ id }]);
});

test("the caller's own calendar counts, a day before or after UTC's", async () => {
  await addPerson("Today", 0);
  expect((await list(`?today=${utcDay(-1)}`)).body).toMatchObject([{ daysUntil: 1, date: utcDay(0) }]);
  expect((await list(`?today=${utcDay(1)}`)).body).toEqual([]);
});

test.each(["2020-01-01", "today", "2026-13-40", ""])("%j is refused as today's date", async (today) => {
  expect(await list(`?today=${today}`)).toMatchObject({ status: 400, body: { field: "today" } });
});
