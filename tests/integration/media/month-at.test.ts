import { getMonthPageAt } from "@/lib/album/media/server/browse-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

const march = { year: 2024, month: 3 };
const limit = 25;

/** Newest first. */
async function fillMarch(owner: FamilyPerson, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place++) {
    const takenAt = new Date(Date.UTC(2024, 2, 28) - place * 3_600_000);
    ids.push((await storeMedia(owner, { ...march, takenAt, sortAt: takenAt, hasFiles: false })).id);
  }
  return ids;
}

const openAt = async (owner: FamilyPerson, id: string | null) => {
  const page = await getMonthPageAt(owner as unknown as MemberActor, march, { id, limit });
  return {
    start: page.pagination.offset,
    total: page.pagination.total,
    ids: page.items.map((item) => item.id),
  };
};

test("a month is opened at an item in its middle, with a few before it", async () => {
  const owner = await createOwner();
  const ids = await fillMarch(owner, 60);
  expect(await openAt(owner, ids[50] ?? "")).toEqual({ start: 30, total: 60, ids: ids.slice(30, 55) });
  expect(await openAt(owner, ids[59] ?? "")).toEqual({ start: 39, total: 60, ids: ids.slice(39, 60) });
});

test("near its beginning, or for an item that isn't in it, it is opened at its beginning", async () => {
  const owner = await createOwner();
  const ids = await fillMarch(owner, 40);
  const april = await storeMedia(owner, { year: 2024, month: 4, hasFiles: false });
  const away = await storeMedia(owner, { ...march, deletedAt: new Date(), hasFiles: false });
  const beginning = { start: 0, total: 40, ids: ids.slice(0, limit) };
  for (const id of [ids[24] ?? "", april.id, away.id, "nothing", null]) {
    expect(await openAt(owner, id)).toEqual(beginning);
  }
});

test("another family's item reveals nothing about its place in its own month", async () => {
  const owner = await createOwner();
  const other = await createOwner();
  const ids = await fillMarch(owner, 40);
  const theirs = await fillMarch(other, 60);
  expect((await openAt(owner, theirs[55] ?? "")).start).toBe(0);
  expect((await openAt(owner, ids[39] ?? "")).start).toBe(19);
});
