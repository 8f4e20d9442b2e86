import { randomUUID } from "node:crypto";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import type { FamilyDto } from "@/lib/family/families/schema";
import { call } from "@/tests/support/call";
import { initUpload } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const setFirstYear = (person: FamilyPerson, firstYear: unknown) =>
  call<FamilyDto>("PUT", "/api/organization/current", { cookie: person.cookie, json: { firstYear } });
const knownYear = async ({ cookie }: FamilyPerson) =>
  (await call<UserDto>("GET", "/api/auth/me", { cookie })).body.currentFamily?.firstYear;

/** Every way to file something under a year. */
const doors: [
  string,
  (person: FamilyPerson, year: number, id: string) => Promise<{ status: number; body: unknown }>,
][] = [
  [
    "an upload",
    async ({ cookie }, year) => {
      const fileData = (await tinyPicture()).toString("base64");
      const json = { fileName: "a.jpg", fileType: "image", year, month: 5, fileData };
      return call<MediaItemDto>("POST", "/api/media", { cookie, json });
    },
  ],
  ["an upload in chunks", (person, year) => initUpload(person, randomUUID(), 11_000_000, { year })],
  [
    "a change",
    ({ cookie }, year, id) => call("PATCH", `/api/media/${id}`, { cookie, json: { year, month: 5 } }),
  ],
  [
    "a move of several",
    ({ cookie }, year, id) =>
      call("POST", "/api/media/batch/move", { cookie, json: { mediaIds: [id], year, month: 5 } }),
  ],
  [
    "a month's icon",
    ({ cookie }, year) =>
      call("POST", "/api/month-icons", { cookie, json: { year, month: 5, iconName: "Sun" } }),
  ],
];

test.each(doors)(
  "%s before the album's first year is refused, and accepted once it begins earlier",
  async (_, file) => {
    const { id } = await storeMedia(owner, { year: 2024 });
    const before = await storedKeys("families/");
    const refused = await file(owner, 1985, id);
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "Year must be 2022 or later", code: "before_album", field: "year" },
    });
    expectErrorBody(refused as Parameters<typeof expectErrorBody>[0]);
    expect(await storedKeys("families/")).toEqual(before);
    expect((await setFirstYear(owner, 1985)).status).toBe(200);
    expect((await file(owner, 1984, id)).body).toMatchObject({ error: "Year must be 1985 or later" });
    const taken = await file(owner, 1985, id);
    expect(taken.status).toBeLessThan(300);
  },
);

test("owners and admins change it, members and other families can't, and everyone's pages know it immediately", async () => {
  const admin = await createMember(owner.familyId, "admin");
  const member = await createMember(owner.familyId);
  const stranger = await createOwner({ name: "The others" });
  expect(await knownYear(member)).toBe(2022);
  expect((await setFirstYear(member, 1985)).status).toBe(403);
  expect(await knownYear(member)).toBe(2022);
  expect(await setFirstYear(admin, 1985)).toMatchObject({ status: 200, body: { first_year: 1985 } });
  for (const person of [owner, admin, member]) expect(await knownYear(person)).toBe(1985);
  expect(await setFirstYear(owner, 1985)).toMatchObject({ status: 200, body: { first_year: 1985 } });
  expect(await knownYear(stranger)).toBe(2022);
  expect((await call("PUT", "/api/organization/current", { json: { firstYear: 1985 } })).status).toBe(401);
  const families = await call<FamilyDto[]>("GET", "/api/user-organizations", { cookie: member.cookie });
  expect(families.body.map(({ first_year }) => first_year)).toEqual([1985]);
});

test.each([
  [1825, "Year must be 1826 or later"],
  [new Date().getFullYear() + 2, "Year can't be in the future"],
  [1985.5, "Year must be a whole number"],
  ["1985", "Year must be a whole number"],
])("%p is not a valid first year", async (year, error) => {
  const answer = await setFirstYear(owner, year);
  expect(answer).toMatchObject({ status: 400, body: { error, field: "firstYear" } });
  expect(await knownYear(owner)).toBe(2022);
});

test("an album can't begin after the oldest thing in it; what is in the trash doesn't count", async () => {
  await setFirstYear(owner, 1985);
  const { id } = await storeMedia(owner, { year: 1998 });
  expect(await setFirstYear(owner, 1999)).toMatchObject({
    status: 400,
    body: { error: "The album has something from 1998, so it can't begin later", field: "firstYear" },
  });
  expect((await setFirstYear(owner, 1998)).status).toBe(200);
  await call("DELETE", `/api/media/${id}`, { cookie: owner.cookie });
  expect((await setFirstYear(owner, 2010)).status).toBe(200);
  // Once restored it can be described where it is, and moved to a year that the album has.
  const { cookie } = owner;
  expect((await call("POST", `/api/media/${id}/restore`, { cookie })).status).toBeLessThan(300);
  const change = (json: object) => call("PATCH", `/api/media/${id}`, { cookie, json });
  expect((await change({ description: "Us", year: 1998, month: 7 })).status).toBe(200);
  expect((await change({ year: 1999, month: 7 })).body).toMatchObject({ code: "before_album" });
  expect((await change({ year: 2010, month: 7 })).status).toBe(200);
});

test("a year counts as a date in a search only if the album goes back that far", async () => {
  await storeMedia(owner, { year: 2024, description: "Flat 1985" });
  const search = async () => {
    const { body } = await call<MediaItemDto[]>("GET", "/api/media/search?q=1985", { cookie: owner.cookie });
    return body.map(({ description }) => description);
  };
  expect(await search()).toEqual(["Flat 1985"]);
  await setFirstYear(owner, 1985);
  await storeMedia(owner, { year: 1985, description: "A wedding" });
  expect(await search()).toContain("A wedding");
});

test("the database accepts no year before the first photograph", async () => {
  const { familyId } = owner;
  await expect(db.family.update({ where: { id: familyId }, data: { firstYear: 1825 } })).rejects.toThrow();
});
