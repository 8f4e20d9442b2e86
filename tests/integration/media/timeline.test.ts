import type { MediaPageDto, TimelineMonthDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { storeGroup } from "@/tests/support/faces";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const get = <T>(path: string, as: FamilyPerson | null = owner): Promise<Answer<T>> =>
  call<T>("GET", path, as ? { cookie: as.cookie } : {});
const timeline = async (query: string, as = owner) => {
  const { status, body } = await get<TimelineMonthDto[]>(`/api/media/timeline?${query}`, as);
  expect(status).toBe(200);
  return body;
};
const keep = (uploadDate: string, as = owner) =>
  storeMedia(as, { hasFiles: false, uploadDate: new Date(uploadDate) });
const shapeOf = (months: TimelineMonthDto[]) =>
  months.map(({ year, month, itemCount }) => [year, month, itemCount]);

/** Two items in June 2025, one at the very end of May, three in March 2024; newest first. */
async function storeThreeMonths(): Promise<string[]> {
  const dates = [
    "2025-06-30T23:59:59.999Z",
    "2025-06-01T00:00:00.000Z",
    "2025-05-31T23:59:59.999Z",
    "2024-03-20T12:00:00Z",
    "2024-03-10T12:00:00Z",
    "2024-03-01T12:00:00Z",
  ];
  const kept: string[] = [];
  for (const date of dates) kept.push((await keep(date)).id);
  return kept;
}

test("the months of all uploads, newest first, each with the place where the feed continues from it", async () => {
  const kept = await storeThreeMonths();
  const months = await timeline("feed=everything");
  expect(shapeOf(months)).toEqual([
    [2025, 6, 2],
    [2025, 5, 1],
    [2024, 3, 3],
  ]);
  for (const [place, first] of [0, 2, 3].entries()) {
    const { body } = await get<MediaPageDto>(`/api/media?cursor=${months[place]?.cursor}`);
    expect(body.items.map(({ id }) => id)).toEqual(kept.slice(first));
  }
});

test("from a month the feed is read backwards to the newest, without a gap, and forwards again from there", async () => {
  const kept = await storeThreeMonths();
  const march = (await timeline("feed=everything"))[2]?.cursor;
  const page = async (query: string) => (await get<MediaPageDto>(`/api/media?limit=2&${query}`)).body;
  const before = await page(`before=${march}`);
  expect(before.items.map(({ id }) => id)).toEqual(kept.slice(1, 3));
  const first = await page(`before=${before.previousCursor}`);
  expect(first.items.map(({ id }) => id)).toEqual(kept.slice(0, 1));
  expect(first.previousCursor).toBeNull();
  const after = await page(`cursor=${before.nextCursor}`);
  expect(after.items.map(({ id }) => id)).toEqual(kept.slice(3, 5));
  const again = await page(`before=${after.previousCursor}`);
  expect(again.items.map(({ id }) => id)).toEqual(kept.slice(1, 3));
});

test("a month and a year are read backwards in their own order, even from a page opened by its number", async () => {
  const kept: string[] = [];
  for (const hour of [9, 8, 7, 6, 5]) {
    const sortAt = new Date(Date.UTC(2024, 2, 20, hour));
    kept.push((await storeMedia(owner, { hasFiles: false, year: 2024, month: 3, sortAt })).id);
  }
  for (const path of ["/api/media/month/2024/3", "/api/media/year/2024"]) {
    const page = async (query: string) => (await get<MediaPageDto>(`${path}?limit=2&${query}`)).body;
    expect((await page("")).previousCursor).toBeNull();
    const middle = await page("offset=3");
    expect(middle.items.map(({ id }) => id)).toEqual(kept.slice(3));
    const before = await page(`before=${middle.previousCursor}`);
    expect(before.items.map(({ id }) => id)).toEqual(kept.slice(1, 3));
    const first = await page(`before=${before.previousCursor}`);
    expect(first.items.map(({ id }) => id)).toEqual(kept.slice(0, 1));
    expect(first.previousCursor).toBeNull();
  }
});

test("from a month whose items were deleted meanwhile, the feed can still be read backwards", async () => {
  const kept = await storeThreeMonths();
  const march = (await timeline("feed=everything"))[2]?.cursor;
  await db.media.updateMany({ where: { id: { in: kept.slice(3) } }, data: { deletedAt: new Date() } });
  const { body } = await get<MediaPageDto>(`/api/media?cursor=${march}`);
  expect(body).toMatchObject({ items: [], nextCursor: null, previousCursor: march });
  const back = (await get<MediaPageDto>(`/api/media?before=${body.previousCursor}`)).body;
  expect(back.items.map(({ id }) => id)).toEqual(kept.slice(0, 3));
});

test("deleted items and another family's don't count, and favourites are the caller's own", async () => {
  const [newest, second] = await storeThreeMonths();
  await keep("2025-06-10T12:00:00Z", await createOwner());
  await call("DELETE", `/api/media/${newest}`, { cookie: owner.cookie, json: {} });
  expect(shapeOf(await timeline("feed=everything"))[0]).toEqual([2025, 6, 1]);
  expect(await timeline("feed=favorites")).toEqual([]);
  await db.heart.create({
    data: {
      mediaId: second ?? "",
      userId: owner.userId,
      familyId: owner.familyId,
      createdAt: new Date("2026-02-03T10:00:00Z"),
    },
  });
  const [hearted] = await timeline("feed=favorites");
  expect(hearted).toMatchObject({ year: 2026, month: 2, itemCount: 1 });
  const { body } = await get<MediaPageDto>(`/api/media/favorites?cursor=${hearted?.cursor}`);
  expect(body.items.map(({ id }) => id)).toEqual([second]);
  const other = await createMember(owner.familyId);
  expect(await timeline("feed=favorites", other)).toEqual([]);
});

test("photos of a person are the caller's own, or those of anyone in the family and nobody else", async () => {
  const [, second] = await storeThreeMonths();
  const people = (await get<{ id: string; userId: string | null }[]>("/api/family-members")).body;
  const self = people.find(({ userId }) => userId === owner.userId)?.id ?? "";
  await call("PUT", `/api/media/${second}/tags`, { cookie: owner.cookie, json: { memberIds: [self] } });
  expect(shapeOf(await timeline("feed=tagged"))).toEqual([[2025, 6, 1]]);
  expect(shapeOf(await timeline(`feed=tagged&memberId=${self}`))).toEqual([[2025, 6, 1]]);
  const member = await createMember(owner.familyId);
  expect(shapeOf(await timeline(`feed=tagged&memberId=${self}`, member))).toEqual([[2025, 6, 1]]);
  const stranger = await createOwner();
  expect((await get(`/api/media/timeline?feed=tagged&memberId=${self}`, stranger)).status).toBe(404);
  expect((await get("/api/media/timeline?feed=tagged&memberId=nobody")).status).toBe(404);
});

test("photos with a face are counted once each; faces of no group or another family's are not found", async () => {
  const kept = await storeThreeMonths();
  const { groupId } = await storeGroup(owner, { mediaIds: kept.slice(0, 4) });
  const months = await timeline(`feed=faces&groupId=${groupId}`);
  expect(months.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(4);
  const first = await get<MediaPageDto>(`/api/people/${groupId}?cursor=${months[0]?.cursor}`);
  const faces = first.body.items.map(({ id }) => id);
  expect(new Set(faces)).toEqual(new Set(kept.slice(0, 4)));
  const cut = await get<MediaPageDto>(`/api/people/${groupId}?limit=1`);
  const rest = await get<MediaPageDto>(`/api/people/${groupId}?limit=1&cursor=${cut.body.nextCursor}`);
  const back = await get<MediaPageDto>(`/api/people/${groupId}?limit=2&before=${rest.body.nextCursor}`);
  expect(back.body.items.map(({ id }) => id)).toEqual(faces.slice(0, 1));
  expect(back.body).toMatchObject({ previousCursor: null });
  const stranger = await createOwner();
  expect((await get(`/api/media/timeline?feed=faces&groupId=${groupId}`, stranger)).status).toBe(404);
  expect((await get("/api/media/timeline?feed=faces")).status).toBe(404);
  expect((await get(`/api/media/timeline?feed=faces&groupId=${crypto.randomUUID()}`)).status).toBe(404);
});

test("strangers and invalid requests are refused", async () => {
  expect((await get("/api/media/timeline?feed=everything", null)).status).toBe(401);
  for (const query of ["", "feed=nothing", "feed="]) {
    expect((await get(`/api/media/timeline?${query}`)).status).toBe(400);
  }
  expect((await get("/api/media?before=x")).status).toBe(400);
  const march = "MC4xLjAwMDAwMDAwLTAwMDAtMDAwMC0wMDAwLTAwMDAwMDAwMDAwMA";
  expect((await get(`/api/media?before=${march}&cursor=${march}`)).status).toBe(400);
  expect((await get(`/api/media?before=${march}`)).status).toBe(200);
});

describe("all photos", () => {
  const allItems = async (query = "", as: FamilyPerson | null = owner) =>
    (await get<MediaPageDto>(`/api/media/all${query}`, as)).body;
  const idsOf = ({ items }: MediaPageDto) => items.map(({ id }) => id);

  /** In the album's order: two from July 2024, one from May, one from an unknown month of 2024, two from the 1980s. */
  async function storeYears(): Promise<string[]> {
    const filed = [
      { year: 2024, month: 7, sortAt: new Date("2024-07-20T10:00:00Z") },
      { year: 2024, month: 7, sortAt: new Date("2024-07-20T09:00:00Z") },
      // Sorted by the month it is filed under, whatever its timestamp says.
      { year: 2024, month: 5, sortAt: new Date("2024-08-01T09:00:00Z") },
      { year: 2024, month: 0, sortAt: new Date("2024-09-01T09:00:00Z") },
      { year: 1984, month: 12, sortAt: new Date("1984-12-24T18:00:00Z") },
      { year: 1980, month: 0, yearPrecision: "decade" as const, sortAt: new Date("2025-01-01T00:00:00Z") },
    ];
    const kept: string[] = [];
    for (const place of filed) kept.push((await storeMedia(owner, { hasFiles: false, ...place })).id);
    return kept;
  }

  test("are in the album's order, page by page, forwards and backwards", async () => {
    const kept = await storeYears();
    const whole = await allItems();
    expect(idsOf(whole)).toEqual(kept);
    expect(whole.pagination.total).toBe(6);
    const first = await allItems("?limit=4");
    const second = await allItems(`?limit=4&cursor=${first.nextCursor}`);
    expect([idsOf(first), idsOf(second)]).toEqual([kept.slice(0, 4), kept.slice(4)]);
    expect(second.nextCursor).toBeNull();
    expect(idsOf(await allItems(`?limit=4&before=${second.previousCursor}`))).toEqual(kept.slice(0, 4));
  });

  test("can be entered at any of their months", async () => {
    const kept = await storeYears();
    const months = await timeline("feed=all");
    expect(shapeOf(months)).toEqual([
      [2024, 7, 2],
      [2024, 5, 1],
      [2024, 0, 1],
      [1984, 12, 1],
      [1980, 0, 1],
    ]);
    let start = 0;
    for (const { cursor, itemCount } of months) {
      expect(idsOf(await allItems(`?cursor=${cursor}`))).toEqual(kept.slice(start));
      expect(idsOf(await allItems(`?before=${cursor}`))).toEqual(kept.slice(0, start));
      start += itemCount;
    }
  });

  test("are only the family's own, and none in the trash", async () => {
    const [first = ""] = await storeYears();
    const stranger = await createOwner();
    await keep("2024-07-20T10:00:00Z", stranger);
    await call("DELETE", `/api/media/${first}`, { cookie: owner.cookie, json: {} });
    expect(idsOf(await allItems())).toHaveLength(5);
    expect(shapeOf(await timeline("feed=all"))[0]).toEqual([2024, 7, 1]);
    expect(idsOf(await allItems("", stranger))).toHaveLength(1);
    expect((await get("/api/media/all", null)).status).toBe(401);
  });

  test("refuse an invalid place in the list, with its field", async () => {
    const { status, body } = await get<{ field: string }>("/api/media/all?cursor=nonsense");
    expect([status, body.field]).toEqual([400, "cursor"]);
  });
});
