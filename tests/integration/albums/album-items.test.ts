import { randomUUID } from "node:crypto";
import type { AlbumDetailDto } from "@/lib/album/albums/schema";
import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import type { MediaPageDto } from "@/lib/album/media/schema";
import { purgeTrash } from "@/lib/album/media/server/service";
import { db } from "@/lib/db";
import { storeAlbum } from "@/tests/support/album-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
let stranger: FamilyPerson;
/** July 2024, in the order they were taken. */
let first: string;
let second: string;
let third: string;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  stranger = await createOwner({ name: "The others" });
  first = await keep(owner, { sortAt: new Date("2024-07-01T10:00:00Z") });
  second = await keep(owner, { sortAt: new Date("2024-07-02T10:00:00Z") });
  third = await keep(owner, { sortAt: new Date("2024-07-03T10:00:00Z") });
});

const keep = async (as: FamilyPerson, values: Parameters<typeof storeMedia>[1] = {}) =>
  (await storeMedia(as, { hasFiles: false, ...values })).id;
const ask = <T = Record<string, unknown>>(as: FamilyPerson, method: string, path: string, json?: unknown) =>
  call<T>(method, path, { cookie: as.cookie, ...(json === undefined ? {} : { json }) });
const add = (as: FamilyPerson, id: string, mediaIds: unknown) =>
  ask<BatchAnswerDto & { field?: string }>(as, "POST", `/api/albums/${id}/items`, { mediaIds });
const takeOut = (as: FamilyPerson, id: string, mediaIds: unknown) =>
  ask<BatchAnswerDto>(as, "DELETE", `/api/albums/${id}/items`, { mediaIds });
const move = (as: FamilyPerson, id: string, mediaIds: readonly string[], beforeId: string | null) =>
  ask<{ code?: string; field?: string }>(as, "PUT", `/api/albums/${id}/order`, { mediaIds, beforeId });
const page = async (id: string, query = "") =>
  (await ask<MediaPageDto>(member, "GET", `/api/albums/${id}/items${query}`)).body;
const itemsOf = async (id: string) => (await page(id)).items.map((item) => item.id);
const countOf = async (id: string) =>
  (await db.album.findUniqueOrThrow({ where: { id }, select: { itemCount: true } })).itemCount;

test("items of several months are added, shown oldest first in any order of adding, and stay in their months", async () => {
  const scan = await keep(owner, { year: 2022, month: 0, sortAt: new Date("2026-05-01T00:00:00Z") });
  const id = await storeAlbum(owner);
  const { status, body } = await add(member, id, [third, first.toUpperCase(), scan, first]);
  expect([status, body.refusals]).toEqual([200, []]);
  expect(body.changedIds.sort()).toEqual([third, first, scan].sort());
  const { items, pagination } = await page(id);
  expect(items.map((item) => item.id)).toEqual([scan, first, third]);
  expect(pagination).toMatchObject({ total: 3, hasMore: false });
  const month = await ask<MediaPageDto>(owner, "GET", "/api/media/month/2024/7?limit=10");
  expect(month.body.pagination.total).toBe(3);
});

test("adding again is no error and changes nothing; foreign or trashed items are reported missing", async () => {
  const id = await storeAlbum(owner, {}, [first]);
  const trashed = await keep(owner, { deletedAt: new Date() });
  const theirs = await keep(stranger);
  const { status, body } = await add(member, id, [first, second, trashed, theirs, "not-an-id"]);
  expect(status).toBe(200);
  expect(body).toEqual({
    changedIds: [second],
    refusals: [
      { code: "already_there", count: 1, message: "1 of 5 is already in the album." },
      { code: "not_found", count: 3, message: "3 of 5 could not be found." },
    ],
  });
  expect((await add(member, id, [second])).body.changedIds).toEqual([]);
  expect([await itemsOf(id), await countOf(id)]).toEqual([[first, second], 2]);
});

test("a photo can be in many albums", async () => {
  const [one, two] = [await storeAlbum(owner), await storeAlbum(member)];
  for (const id of [one, two]) expect((await add(member, id, [first])).body.changedIds).toEqual([first]);
  expect([await itemsOf(one), await itemsOf(two)]).toEqual([[first], [first]]);
});

test.each([
  [[], "mediaIds"],
  ["all", "mediaIds"],
  [Array.from({ length: 5_001 }, () => randomUUID()), "mediaIds"],
])("adding is refused with the field at fault: %#", async (mediaIds, field) => {
  const id = await storeAlbum(owner);
  const { status, body } = await add(owner, id, mediaIds);
  expect([status, body.field]).toEqual([400, field]);
});

test("people remove what they added, and those who can edit the album anything; the photo stays", async () => {
  const relative = await createMember(owner.familyId);
  const id = await storeAlbum(relative, {}, [first]);
  await add(member, id, [second]);
  const tried = await takeOut(member, id, [first, second, third]);
  expect(tried).toMatchObject({
    status: 200,
    body: {
      changedIds: [second],
      refusals: [
        { code: "not_yours", count: 1 },
        { code: "not_in_album", count: 1 },
      ],
    },
  });
  expect((await takeOut(member, id, [second])).body.changedIds).toEqual([]);
  expect((await takeOut(owner, id, [first])).body.changedIds).toEqual([first]);
  expect([await itemsOf(id), await countOf(id)]).toEqual([[], 0]);
  for (const mediaId of [first, second]) {
    expect((await ask(owner, "GET", `/api/media/${mediaId}`)).status).toBe(200);
  }
});

test("people remove what they added from an album that was later limited to chosen people, and nothing else", async () => {
  const id = await storeAlbum(owner, {}, [first]);
  await add(member, id, [second]);
  expect((await ask(owner, "PATCH", `/api/albums/${id}`, { adders: "chosen" })).status).toBe(200);
  expect((await add(member, id, [third])).status).toBe(403);
  expect(await takeOut(member, id, [first, second])).toMatchObject({
    status: 200,
    body: { changedIds: [second], refusals: [{ code: "not_yours", count: 1 }] },
  });
  expect((await takeOut(stranger, id, [first])).status).toBe(404);
  expect([await itemsOf(id), await countOf(id)]).toEqual([[first], 1]);
});

test("an album is read page by page in both directions, in either order, while items are added", async () => {
  const ids = [first, second, third];
  for (let day = 4; day < 9; day++)
    ids.push(await keep(owner, { sortAt: new Date(`2024-07-0${day}T10:00:00Z`) }));
  for (const order of ["date", "hand"] as const) {
    const id = await storeAlbum(owner, { order }, ids);
    const start = await page(id, "?limit=3");
    expect(start.items.map((item) => item.id)).toEqual(ids.slice(0, 3));
    expect([start.previousCursor, start.pagination.total]).toEqual([null, 8]);
    await add(owner, id, [await keep(owner, { year: 2023, sortAt: new Date("2023-07-01T10:00:00Z") })]);
    const next = await page(id, `?limit=3&cursor=${start.nextCursor}`);
    expect(next.items.map((item) => item.id)).toEqual(ids.slice(3, 6));
    const back = await page(id, `?limit=2&before=${next.previousCursor}`);
    expect(back.items.map((item) => item.id)).toEqual(ids.slice(1, 3));
    const last = await page(id, `?limit=100&cursor=${next.nextCursor}`);
    expect(last.items).toHaveLength(order === "date" ? 2 : 3);
    expect(last.nextCursor).toBeNull();
  }
});

test("in the trash an item is in no album, restored it is back in its place, and erased it is gone", async () => {
  const id = await storeAlbum(owner, { order: "hand" }, [third, second, first]);
  await ask(owner, "DELETE", `/api/media/${second}`, {});
  expect([await itemsOf(id), await countOf(id)]).toEqual([[third, first], 2]);
  await ask(owner, "POST", `/api/media/${second}/restore`);
  expect([await itemsOf(id), await countOf(id)]).toEqual([[third, second, first], 3]);

  const mediaIds = [first, third];
  await ask(owner, "POST", "/api/media/batch/trash", { mediaIds });
  expect([await itemsOf(id), await countOf(id)]).toEqual([[second], 1]);
  await ask(owner, "POST", "/api/media/batch/restore", { mediaIds: [first] });
  await purgeTrash(new Date(Date.now() + 40 * 86_400_000));
  expect([await itemsOf(id), await countOf(id)]).toEqual([[second, first], 2]);
  expect(await db.albumItem.count()).toBe(2);
});

test("a reported item is hidden in albums too until the admins restore it", async () => {
  const id = await storeAlbum(owner, {}, [first, second]);
  const json = { mediaId: first, reason: "It shows our address." };
  const report = await ask<{ id: string }>(member, "POST", "/api/report-content", json);
  expect(await itemsOf(id)).toEqual([second]);
  await ask(owner, "POST", `/api/admin/reports/${report.body.id}/resolve`, { action: "restore" });
  expect(await itemsOf(id)).toEqual([first, second]);
});

test("an item moved to another month moves in albums sorted by date", async () => {
  const id = await storeAlbum(owner, {}, [first, second, third]);
  await ask(owner, "POST", "/api/media/batch/move", { mediaIds: [first], year: 2025, month: 1 });
  expect(await itemsOf(id)).toEqual([second, third, first]);
});

test("an album arranged for the first time starts in date order, and its arrangement survives sorting by date", async () => {
  const id = await storeAlbum(owner);
  await add(member, id, [third, first, second]);
  const refused = await move(member, id, [third], first);
  expect([refused.status, refused.body.code]).toEqual([409, "sorted_by_date"]);
  await ask<AlbumDetailDto>(owner, "PATCH", `/api/albums/${id}`, { order: "hand" });
  expect(await itemsOf(id)).toEqual([first, second, third]);
  expect((await move(member, id, [third], first)).status).toBe(204);
  expect(await itemsOf(id)).toEqual([third, first, second]);
  await ask(owner, "PATCH", `/api/albums/${id}`, { order: "date" });
  expect(await itemsOf(id)).toEqual([first, second, third]);
  await ask(owner, "PATCH", `/api/albums/${id}`, { order: "hand" });
  expect(await itemsOf(id)).toEqual([third, first, second]);
});

test("the arrangement of an album created by hand survives every edit, and sorting by date", async () => {
  const json = { title: "Summer", order: "hand" };
  const { id } = (await ask<AlbumDetailDto>(owner, "POST", "/api/albums", json)).body;
  await add(member, id, [third, first, second]);
  expect((await move(member, id, [second], third)).status).toBe(204);
  for (const change of [{ title: "Autumn", order: "hand" }, { order: "date" }, { order: "hand" }]) {
    expect((await ask(owner, "PATCH", `/api/albums/${id}`, change)).status).toBe(200);
  }
  expect(await itemsOf(id)).toEqual([second, third, first]);
});

test("several items move before another or to the end, in the given order, and repeating gives the same result", async () => {
  const fourth = await keep(owner);
  const id = await storeAlbum(owner, { order: "hand" }, [first, second, third, fourth]);
  for (let times = 0; times < 2; times++) {
    expect((await move(member, id, [fourth, second], first)).status).toBe(204);
    expect(await itemsOf(id)).toEqual([fourth, second, first, third]);
  }
  await move(member, id, [fourth, first], null);
  expect(await itemsOf(id)).toEqual([second, third, fourth, first]);
});

test("an item can move to the same place a hundred times: there is always room", async () => {
  const id = await storeAlbum(owner, { order: "hand" }, [first, second, third]);
  let [left, right] = [second, third];
  for (let times = 0; times < 100; times++) {
    expect((await move(owner, id, [right], left)).status).toBe(204);
    [left, right] = [right, left];
  }
  expect(await itemsOf(id)).toEqual([first, second, third]);
});

test("moving is refused with its field for items not in the album; those that left meanwhile are skipped", async () => {
  const id = await storeAlbum(owner, { order: "hand" }, [first, second]);
  const theirs = await keep(stranger);
  for (const beforeId of [third, theirs, randomUUID(), "not-an-id"]) {
    const { status, body } = await move(member, id, [first], beforeId);
    expect([status, body.code, body.field]).toEqual([422, "not_in_album", "beforeId"]);
  }
  const missing = await move(member, id, [third], first);
  expect([missing.status, missing.body.field]).toEqual([422, "mediaIds"]);
  const itself = await move(member, id, [first], first.toUpperCase());
  expect([itself.status, itself.body.field]).toEqual([400, "beforeId"]);
  expect((await move(member, id, [third, second], first)).status).toBe(204);
  expect(await itemsOf(id)).toEqual([second, first]);
});

test("two people who add, arrange and trash at once end up with one order, each item once, and the right count", async () => {
  const more = await Promise.all(Array.from({ length: 12 }, () => keep(owner)));
  const id = await storeAlbum(owner, { order: "hand" }, [first, second, third]);
  const answers = await Promise.all([
    ...more.map((mediaId, index) => add(index % 2 ? owner : member, id, [mediaId, ...more.slice(0, 3)])),
    ...Array.from({ length: 8 }, (_, index) => move(index % 2 ? owner : member, id, [third], first)),
    ...Array.from({ length: 4 }, () => move(member, id, [first], null)),
    ask(owner, "POST", "/api/media/batch/trash", { mediaIds: more.slice(6, 9) }),
    takeOut(owner, id, [second]),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
  const items = await itemsOf(id);
  expect(new Set(items).size).toBe(items.length);
  expect(items).not.toContain(second);
  for (const gone of more.slice(6, 9)) expect(items).not.toContain(gone);
  expect([items.length, await countOf(id)]).toEqual([11, 11]);
});

test("hearts and descriptions work on an album's items as anywhere", async () => {
  const id = await storeAlbum(owner, {}, [first]);
  await ask(member, "POST", "/api/hearts", { mediaId: first });
  expect((await page(id)).items).toMatchObject([{ id: first, heartCount: 1, isHearted: true }]);
});
