import { randomBytes, randomUUID } from "node:crypto";
import type { ArchiveDto } from "@/lib/album/archives/schema";
import type { MediaItemDto, MediaPageDto, YearPageDto } from "@/lib/album/media/schema";
import { getMonthLinks } from "@/lib/album/media/server/month-links-service";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { initUpload } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ name: "The Okafors" });
});

const get = <T>(path: string, { cookie } = owner) => call<T>("GET", path, { cookie });
const store = (values: Parameters<typeof storeMedia>[1], as = owner) =>
  storeMedia(as, { content: randomBytes(2_000), ...values });

/** Every way to file something under a month. */
const ways: [string, (month: number, id: string) => Promise<{ status: number; body: unknown }>][] = [
  [
    "an upload",
    async (month) => {
      const fileData = (await tinyPicture()).toString("base64");
      const json = { fileName: "a.jpg", fileType: "image", year: 2024, month, fileData };
      return call("POST", "/api/media", { cookie: owner.cookie, json });
    },
  ],
  ["an upload in chunks", (month) => initUpload(owner, randomUUID(), 11_000_000, { month })],
  [
    "a change",
    (month, id) => call("PATCH", `/api/media/${id}`, { cookie: owner.cookie, json: { year: 2024, month } }),
  ],
  [
    "a move of several",
    (month, id) =>
      call("POST", "/api/media/batch/move", {
        cookie: owner.cookie,
        json: { mediaIds: [id], year: 2024, month },
      }),
  ],
  [
    "a month's icon",
    (month) =>
      call("POST", "/api/month-icons", {
        cookie: owner.cookie,
        json: { year: 2024, month, iconName: "Sun" },
      }),
  ],
];

test.each(ways)("%s can be for a year's unknown month, but for no number below it", async (_, file) => {
  const { id } = await store({});
  expect(await file(-1, id)).toMatchObject({
    status: 400,
    body: { error: "Month must be 1 to 12, or 0 if it isn't known", field: "month" },
  });
  expect((await file(0, id)).status).toBeLessThan(300);
});

test("items of a year's unknown month have their own place, and aren't in anyone else's album", async () => {
  const stranger = await createOwner({ name: "The others" });
  const january = await store({ year: 2024, month: 1 });
  await store({ year: 2023, month: 12 });
  const scan = await store({ year: 2024, month: 5 });
  const { cookie } = owner;
  const { body } = await call<MediaItemDto>("PATCH", `/api/media/${scan.id}`, { cookie, json: { month: 0 } });
  expect(body).toMatchObject({ year: 2024, month: 0 });

  const year = await get<YearPageDto>("/api/media/year/2024");
  expect(year.body.months.map(({ month, itemCount }) => [month, itemCount])).toEqual([
    [0, 1],
    [1, 1],
  ]);
  expect(year.body.items.map(({ id }) => id)).toEqual([january.id, scan.id]);
  const ids = async (person: FamilyPerson) =>
    (await get<MediaPageDto>("/api/media/month/2024/0", person)).body.items.map(({ id }) => id);
  expect(await ids(owner)).toEqual([scan.id]);
  expect(await ids(stranger)).toEqual([]);
  expect((await call("GET", "/api/media/month/2024/0")).status).toBe(401);

  // It comes between the previous year's months and its own year's.
  const { familyId, userId } = owner;
  const actor = { familyId, userId } as Parameters<typeof getMonthLinks>[0];
  expect(await getMonthLinks(actor, { year: 2024, month: 0 })).toEqual({
    previous: { year: 2023, month: 12 },
    next: { year: 2024, month: 1 },
  });
});

test("its cover and icon are separate", async () => {
  const scan = await store({ year: 2024, month: 0 });
  const { cookie } = owner;
  await call("POST", `/api/media/${scan.id}/featured`, { cookie, json: { featured: true } });
  await call("POST", "/api/month-icons", { cookie, json: { year: 2024, month: 0, iconName: "Star" } });
  await store({ year: 2024, month: 0, sortAt: new Date("2024-12-31T12:00:00Z") });
  const { body } = await get<YearPageDto>("/api/media/year/2024");
  expect(body.months).toMatchObject([{ month: 0, itemCount: 2, iconName: "Star", cover: { id: scan.id } }]);
});

test("a search for the year finds it, and one for its months doesn't", async () => {
  const scan = await store({ year: 2024, month: 0 });
  const winter = await store({ year: 2023, month: 12 });
  const found = async (q: string) =>
    (await get<MediaItemDto[]>(`/api/media/search?q=${encodeURIComponent(q)}`)).body.map(({ id }) => id);
  expect(await found("2024")).toEqual([scan.id]);
  expect(await found("winter 2023")).toEqual([winter.id]);
  expect(await found("January 2024")).toEqual([]);
});

test("in a ZIP and in an export it is in a folder named Unknown", async () => {
  await store({ year: 2024, month: 0, fileName: "nana.jpg" });
  await store({ year: 2024, month: 3, fileName: "spring.jpg" });
  const { cookie } = owner;
  const make = (json: object) => call<ArchiveDto>("POST", "/api/media/archives", { cookie, json });
  const year = (await make({ year: 2024 })).body;
  const names = [...(await unzip((await get(year.url)).bytes)).keys()];
  expect(names.sort()).toEqual(["03 March/spring.jpg", "Unknown/nana.jpg"]);
  expect((await make({ year: 2024, month: 0 })).body).toMatchObject({
    count: 1,
    fileName: "The Okafors - 2024, month unknown.zip",
  });
  const exported = [...(await unzip((await get("/api/user/export")).bytes)).keys()];
  expect(exported).toContain("pictures/The Okafors/2024/Unknown/nana.jpg");
});

test("only its uploader and admins can move something there, and doing it twice changes nothing more", async () => {
  const member = await createMember(owner.familyId);
  const stranger = await createOwner({ name: "The others" });
  const { id } = await store({ year: 2024, month: 5 });
  const move = ({ cookie }: FamilyPerson) =>
    call("PATCH", `/api/media/${id}`, { cookie, json: { month: 0 } });
  expect((await move(member)).status).toBe(403);
  expect((await move(stranger)).status).toBe(404);
  expect((await call("PATCH", `/api/media/${id}`, { json: { month: 0 } })).status).toBe(401);
  expect(await move(owner)).toMatchObject({ status: 200, body: { month: 0 } });
  expect(await move(owner)).toMatchObject({ status: 200, body: { month: 0 } });
  const { cookie } = owner;
  const again = await call("POST", "/api/media/batch/move", {
    cookie,
    json: { mediaIds: [id], year: 2024, month: 0 },
  });
  expect(again.body).toMatchObject({
    changedIds: [],
    refusals: [{ message: expect.stringContaining("already in 2024, month unknown") }],
  });
});

test("the database accepts no other number for a month", async () => {
  const { id } = await store({});
  for (const month of [-1, 13])
    await expect(db.media.update({ where: { id }, data: { month }, select: { id: true } })).rejects.toThrow();
});
