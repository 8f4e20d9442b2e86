import type { YearPageDto } from "@/lib/album/media/schema";
import type { MonthIconDto } from "@/lib/album/month-icons/schema";
import { db } from "@/lib/db";
import { monthIconNames } from "@/lib/shared/month-icons";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const icons = (path = "2024/7", as = owner) =>
  call<MonthIconDto[]>("GET", `/api/month-icons/${path}`, { cookie: as.cookie });
const choose = (change: object = {}, as = owner) =>
  call<MonthIconDto & { field?: string }>("POST", "/api/month-icons", {
    cookie: as.cookie,
    json: { year: 2024, month: 7, iconName: "Waves", ...change },
  });
const remove = (id: string, as = owner) => call("DELETE", `/api/month-icons/${id}`, { cookie: as.cookie });

test("a month has no icon, then the one an admin chose, in the specification's fields", async () => {
  expect(await icons()).toMatchObject({ status: 200, body: [] });
  const { status, body } = await choose();
  expect(status).toBe(201);
  expect(body).toEqual({ id: expect.any(String), year: 2024, month: 7, iconName: "Waves" });
  expect((await icons("2024/7", await createMember(owner.familyId))).body).toEqual([body]);
  expect((await icons("2024/8")).body).toEqual([]);
  expect((await icons("2024/7", await createOwner())).body).toEqual([]);
});

test("each of the 26 icons can be chosen, and replaces the previous one", async () => {
  expect(monthIconNames).toHaveLength(26);
  for (const iconName of monthIconNames) {
    expect(await choose({ iconName })).toMatchObject({ status: 201, body: { iconName } });
  }
  expect((await icons()).body).toMatchObject([{ iconName: "Squirrel" }]);
  expect(await db.monthIcon.count()).toBe(1);
});

test("two admins who choose at once leave one icon", async () => {
  const admin = await createMember(owner.familyId, "admin");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      choose({ iconName: at % 2 ? "Sun" : "Tent" }, at % 2 ? admin : owner),
    ),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(await db.monthIcon.count()).toBe(1);
});

test.each([
  ["iconName", "Rocket"],
  ["iconName", "sun"],
  ["iconName", "__proto__"],
  ["iconName", undefined],
  ["month", 13],
  ["month", -1],
  ["year", 2021],
  ["year", 2999],
  ["year", "2024"],
])("a wrong %s, %j, is refused by its name", async (field, value) => {
  expect(await choose({ [field]: value })).toMatchObject({ status: 400, body: { field } });
  expect(await db.monthIcon.count()).toBe(0);
});

test.each(["abcd/7", "2024/x", "2024/123"])("the impossible month %s is not found", async (path) => {
  expect((await icons(path)).status).toBe(404);
});

test("only admins choose and remove icons; another family's icon is not found", async () => {
  const { body } = await choose();
  const member = await createMember(owner.familyId);
  expect((await choose({}, member)).status).toBe(403);
  expect((await remove(body.id, member)).status).toBe(403);
  expect((await remove(body.id, await createOwner())).status).toBe(404);
  expect((await remove(body.id)).status).toBe(204);
  expect((await remove(body.id)).status).toBe(404);
  expect((await icons()).body).toEqual([]);
});

test("a year includes its months' icons", async () => {
  await storeMedia(owner, { hasFiles: false });
  await storeMedia(owner, { hasFiles: false, month: 8, content: Buffer.from("another") });
  await choose();
  const { body } = await call<YearPageDto>("GET", "/api/media/year/2024", { cookie: owner.cookie });
  expect(body.months).toMatchObject([
    { month: 7, iconName: "Waves" },
    { month: 8, iconName: null },
  ]);
});
