import { randomUUID } from "node:crypto";
import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  filelessMedia,
  storeMedia,
} from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
let child: FamilyPerson;
let stranger: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
  child = await createMember(owner.familyId, "member", { isChild: true });
  stranger = await createOwner({ name: "The others" });
});

const keep = async (as: FamilyPerson, values: Parameters<typeof storeMedia>[1] = {}) =>
  (await storeMedia(as, { hasFiles: false, ...values })).id;
const batch = (name: string, as: FamilyPerson | null, mediaIds: unknown, more: object = {}) =>
  call<BatchAnswerDto & { field?: string; code?: string }>("POST", `/api/media/batch/${name}`, {
    ...(as ? { cookie: as.cookie } : {}),
    json: { mediaIds, ...more },
  });
const rows = async (select: object = {}) =>
  db.media.findMany({ select: { id: true, deletedAt: true, ...select }, orderBy: { id: "asc" } });
const trashed = async () => (await rows()).filter(({ deletedAt }) => deletedAt).map(({ id }) => id);
const shownPerMonth = async () =>
  (await db.mediaMonth.findMany({ where: { familyId: owner.familyId }, orderBy: { month: "asc" } })).map(
    ({ month, itemCount }) => [month, itemCount],
  );

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** Stores many items of one person, as rows without files. */
async function storeMany(person: FamilyPerson, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) filelessMedia.add(id);
  await db.media.createMany({
    data: ids.map((id, index) => ({
      id,
      familyId: person.familyId,
      uploaderId: person.userId,
      fileName: `${index}.jpg`,
      mediaType: "image" as const,
      mimeType: "image/jpeg",
      year: 2024,
      month: 7,
      sortAt: new Date("2024-07-01T12:00:00Z"),
      storagePath: `families/${person.familyId}/originals/${id}.jpg`,
      sha256: id.replaceAll("-", "").repeat(2),
      bytes: 100,
      derivatives: "ready" as const,
      mediumType: "image/jpeg",
    })),
  });
  return ids;
}

const each: [string, () => object][] = [
  ["trash", () => ({})],
  ["restore", () => ({})],
  ["move", () => ({ year: 2023, month: 5 })],
  ["heart", () => ({ hearted: true })],
  ["describe", () => ({ description: "At the sea", addHashtags: ["sea"] })],
  ["tag", () => ({ userIds: [owner.userId] })],
  ["basket", () => ({})],
];

describe.each(each)("batch/%s", (name, fields) => {
  test.each([[undefined], ["all"], [[]], [[1]], [{ id: "x" }]])("refuses %j as ids", async (mediaIds) => {
    const answer = await batch(name, owner, mediaIds, fields());
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_input" } });
    expect(answer.body.field).toMatch(/^mediaIds/);
    expectErrorBody(answer);
  });

  test("takes 5,000 ids and no more, and each item once", async () => {
    const ids = Array.from({ length: 4_999 }, () => randomUUID());
    const answer = await batch(name, owner, [...ids, ids[0]?.toUpperCase()], fields());
    expect(answer).toMatchObject({
      status: 200,
      body: {
        changedIds: [],
        refusals: [{ code: "not_found", count: 4_999, message: "All 4,999 could not be found." }],
      },
    });
    expect(await batch(name, owner, [...ids, randomUUID(), randomUUID()], fields())).toMatchObject({
      status: 400,
      body: { field: "mediaIds" },
    });
  });

  test("is refused to a visitor", async () => {
    expect((await batch(name, null, [await keep(owner)], fields())).status).toBe(401);
  });

  test("treats another family's items as ones that never existed", async () => {
    const values = name === "restore" ? { deletedAt: new Date() } : {};
    const theirs = await keep(stranger, values);
    const own = await keep(owner, values);
    const before = await db.media.findUniqueOrThrow({ where: { id: theirs } });
    const answer = await batch(name, owner, [theirs, randomUUID(), "not-an-id", own], fields());
    expect(answer).toMatchObject({
      status: 200,
      body: {
        changedIds: [own],
        refusals: [{ code: "not_found", count: 3, message: "3 of 4 could not be found." }],
      },
    });
    expect(await db.media.findUniqueOrThrow({ where: { id: theirs } })).toEqual(before);
    const where = { mediaId: theirs };
    expect(await db.heart.count({ where })).toBe(0);
    expect(await db.mediaTag.count({ where })).toBe(0);
    expect(await db.mediaHashtag.count({ where })).toBe(0);
    expect(await db.basketItem.count({ where })).toBe(0);
  });
});

describe("deleting many", () => {
  test("is allowed for one's own items and for admins; other people's items stay and are counted", async () => {
    const [mine, theirs, childs] = [await keep(member), await keep(owner), await keep(child)];
    const answer = await batch("trash", member, [mine, theirs, childs]);
    expect(answer.body).toEqual({
      changedIds: [mine],
      refusals: [
        {
          code: "not_yours",
          count: 2,
          message: "2 of 3 belong to other people, who can delete them.",
        },
      ],
    });
    expect(await trashed()).toEqual([mine]);
    expect((await batch("trash", child, [theirs, childs])).body).toMatchObject({
      changedIds: [childs],
      refusals: [{ code: "not_yours", count: 1 }],
    });
    expect((await batch("trash", owner, [theirs])).body).toEqual({ changedIds: [theirs], refusals: [] });
  });

  test("a second time changes nothing and says so; trash that a member can't see isn't found", async () => {
    const mine = await keep(member);
    const theirs = await keep(owner);
    await batch("trash", owner, [mine, theirs]);
    const before = await rows({ deletedById: true });
    expect((await batch("trash", member, [mine, theirs])).body).toEqual({
      changedIds: [],
      refusals: [
        { code: "already_in_trash", count: 1, message: "1 of 2 is already in the trash." },
        { code: "not_found", count: 1, message: "1 of 2 could not be found." },
      ],
    });
    expect(await rows({ deletedById: true })).toEqual(before);
  });

  test("removes covers and updates the counts, as deleting one does; Undo brings them back", async () => {
    const cover = await keep(owner, { featured: true });
    const other = await keep(owner, { month: 8 });
    await call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: other } });
    expect(await shownPerMonth()).toEqual([
      [7, 1],
      [8, 1],
    ]);
    await batch("trash", owner, [cover, other]);
    expect(await shownPerMonth()).toEqual([]);
    expect(await db.media.count({ where: { featured: true } })).toBe(0);
    const undone = await batch("restore", owner, [cover, other]);
    expect([...undone.body.changedIds].sort()).toEqual([cover, other].sort());
    expect(undone.body.refusals).toEqual([]);
    expect(await shownPerMonth()).toEqual([
      [7, 1],
      [8, 1],
    ]);
    expect(await db.heart.count()).toBe(1);
  });

  test("stops serving every file of what it deleted", async () => {
    const { id } = await storeMedia(owner);
    const look = () => call("GET", `/api/media/${id}/download`, { cookie: owner.cookie });
    expect((await look()).status).toBe(200);
    await batch("trash", owner, [id]);
    expect((await look()).status).toBe(404);
  });
});

describe("restoring many", () => {
  const away = { deletedAt: new Date() };

  test("is allowed for one's own items, and an admin restores all; others' are not found", async () => {
    const [mine, theirs] = [await keep(member, away), await keep(owner, away)];
    expect((await batch("restore", member, [mine, theirs])).body).toMatchObject({
      changedIds: [mine],
      refusals: [{ code: "not_found", count: 1 }],
    });
    expect((await batch("restore", owner, [mine, theirs])).body).toMatchObject({
      changedIds: [theirs],
      refusals: [{ code: "not_in_trash", count: 1, message: "1 of 2 is already in the album." }],
    });
  });

  test("leaves what is awaiting the admins' decision, and what they deleted because of a report", async () => {
    const [waiting, decided] = [await keep(member, away), await keep(member, away)];
    const report = { familyId: owner.familyId, reporterId: child.userId, reason: "Not nice" };
    await db.contentReport.createMany({
      data: [
        { ...report, mediaId: waiting },
        { ...report, mediaId: decided, decision: "delete", decidedAt: new Date() },
      ],
    });
    expect((await batch("restore", member, [waiting, decided])).body).toMatchObject({
      changedIds: [],
      refusals: [{ code: "not_found", count: 2 }],
    });
    expect((await batch("restore", owner, [waiting, decided])).body).toMatchObject({
      changedIds: [decided],
      refusals: [{ code: "not_found", count: 1 }],
    });
    expect((await batch("trash", owner, [waiting])).body.refusals).toMatchObject([{ code: "not_found" }]);
  });

  test("leaves the copies of what is awaiting the admins' decision, and restores the rest", async () => {
    const content = Buffer.from("what someone reported");
    const copies = [await keep(member, { content, ...away }), await keep(owner, { content, ...away })];
    const other = await keep(member, away);
    const mediaId = await keep(member, { content, ...away });
    await db.contentReport.create({
      data: { familyId: owner.familyId, mediaId, reporterId: child.userId, reason: "Not nice" },
      select: { id: true },
    });
    expect((await batch("restore", owner, [...copies, other])).body).toEqual({
      changedIds: [other],
      refusals: [
        {
          code: "reported",
          count: 2,
          message:
            "2 of 3 are copies of files that an admin has been asked to look at, so these stay in the trash.",
        },
      ],
    });
    expect(await trashed()).toEqual(expect.arrayContaining([...copies, mediaId]));
  });

  test("brings back one of several copies, and none that is in the album again", async () => {
    const content = Buffer.from("the very same bytes");
    const older = await keep(owner, { content, deletedAt: new Date(Date.now() - 60_000) });
    const newer = await keep(owner, { content, deletedAt: new Date() });
    const again = await keep(owner, { content: Buffer.from("uploaded again"), deletedAt: new Date() });
    await keep(owner, { content: Buffer.from("uploaded again") });
    const { body } = await batch("restore", owner, [older, newer, again]);
    expect(body).toEqual({
      changedIds: [newer],
      refusals: [
        {
          code: "already_in_album",
          count: 2,
          message: "2 of 3 have other copies in the album, so these stay in the trash.",
        },
      ],
    });
  });

  test("of several copies at the same moment leaves one of them in the album", async () => {
    const content = Buffer.from("the very same bytes");
    const copies = await Promise.all(
      Array.from({ length: 4 }, () => keep(owner, { content, deletedAt: new Date() })),
    );
    const answers = await Promise.all(copies.map((id) => batch("restore", owner, [id])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.flatMap(({ body }) => body.changedIds)).toHaveLength(1);
    expect(await db.media.count({ where: { deletedAt: null } })).toBe(1);
  });
});

describe("moving many", () => {
  const move = (as: FamilyPerson, ids: string[], year: unknown, month: unknown) =>
    batch("move", as, ids, { year, month });

  test("moves one's own items, leaves others' and counts those that are already there", async () => {
    const [mine, theirs] = [await keep(member, { featured: true }), await keep(owner)];
    const there = await keep(member, { year: 2023, month: 5, featured: true });
    const { body } = await move(member, [mine, theirs, there], 2023, 5);
    expect(body).toEqual({
      changedIds: [mine],
      refusals: [
        { code: "not_yours", count: 1, message: "1 of 3 belongs to someone else, who can move it." },
        { code: "already_there", count: 1, message: "1 of 3 is already in May 2023." },
      ],
    });
    const moved = await db.media.findMany({
      where: { year: 2023, month: 5 },
      select: { id: true, featured: true },
    });
    expect(moved).toHaveLength(2);
    // A month's cover stays with its month.
    expect(moved.find(({ id }) => id === mine)?.featured).toBe(false);
    expect(moved.find(({ id }) => id === there)?.featured).toBe(true);
    expect((await move(member, [mine], 2023, 5)).body).toMatchObject({
      changedIds: [],
      refusals: [{ code: "already_there" }],
    });
  });

  test("leaves what is in the trash", async () => {
    const gone = await keep(owner, { deletedAt: new Date() });
    expect((await move(owner, [gone], 2023, 5)).body.refusals).toMatchObject([{ code: "not_found" }]);
    expect(await db.media.count({ where: { year: 2023 } })).toBe(0);
  });

  test.each([
    [2023, 13, "month"],
    [2023, -1, "month"],
    [1800, 5, "year"],
    [3000, 5, "year"],
    [undefined, 5, "year"],
    [2023, "May", "month"],
  ])("to %s-%s is refused with its field, and nothing moves", async (year, month, field) => {
    const id = await keep(owner);
    expect(await move(owner, [id], year, month)).toMatchObject({ status: 400, body: { field } });
    expect(await db.media.count({ where: { year: 2024, month: 7 } })).toBe(1);
  });

  test("5,000 pictures takes less than 3 seconds, and the counts are correct", async () => {
    const few = await storeMany(owner, 250);
    const ids = await storeMany(owner, 5_000);
    const [fewMs] = await timed(() => move(owner, few, 2023, 5));
    const [tookMs, { status, body }] = await timed(() => move(owner, ids, 2023, 5));
    process.stdout.write(`5,000 pictures moved in ${(tookMs / 1000).toFixed(2)} s\n`);
    expect([status, body.changedIds.length, body.refusals]).toEqual([200, 5_000, []]);
    // On a slow machine, each item may take two and a half times as long as in a small batch.
    expect(tookMs).toBeLessThan(Math.max(3_000, 2.5 * 20 * fewMs));
    expect(await shownPerMonth()).toEqual([[5, 5_250]]);
  });

  test("5,000 items are back within three seconds, even before PostgreSQL has statistics on a new family", async () => {
    const ids = await storeMany(owner, 5_000);
    const [trashMs, trashed] = await timed(() => batch("trash", owner, ids));
    expect(trashed.status).toBe(200);
    const [tookMs, { status, body }] = await timed(() => batch("restore", owner, ids));
    // On a slow machine, four times as long as deleting them took.
    expect(tookMs).toBeLessThan(Math.max(3_000, 4 * trashMs));
    expect(status).toBe(200);
    expect(body.changedIds).toHaveLength(5_000);
  });

  test("two batches and single changes of the same items at once all finish, with correct counters", async () => {
    const ids = await storeMany(owner, 200);
    const backwards = [...ids].reverse();
    const one = ids[100] ?? "";
    const answers = await Promise.all([
      move(owner, ids, 2023, 5),
      move(owner, backwards, 2022, 4),
      batch("trash", owner, backwards),
      batch("restore", owner, ids),
      call("PATCH", `/api/media/${one}`, { cookie: owner.cookie, json: { month: 9 } }),
      call("DELETE", `/api/media/${ids[7]}`, { cookie: owner.cookie, json: {} }),
    ]);
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
    const shown = await db.media.groupBy({ by: ["month"], where: { deletedAt: null }, _count: true });
    const perMonth = shown.map(({ month, _count }) => [month, _count]).sort();
    expect((await shownPerMonth()).sort()).toEqual(perMonth);
  });
});

describe("hearting many", () => {
  const heart = (as: FamilyPerson, ids: string[], hearted: unknown) => batch("heart", as, ids, { hearted });

  test("makes them favourites, no matter who uploaded them, once each", async () => {
    const ids = [await keep(owner), await keep(member)];
    await call("POST", "/api/hearts", { cookie: child.cookie, json: { mediaId: ids[0] } });
    expect((await heart(child, ids, true)).body).toEqual({
      changedIds: [ids[1]],
      refusals: [
        {
          code: "already_favourite",
          count: 1,
          message: "1 of 2 is already one of your favourites.",
        },
      ],
    });
    expect((await heart(child, ids, true)).body.changedIds).toEqual([]);
    expect(await db.heart.count({ where: { userId: child.userId } })).toBe(2);
  });

  test("removes only one's own hearts, and doing it again is no error", async () => {
    const id = await keep(owner);
    await heart(owner, [id], true);
    await heart(member, [id], true);
    expect((await heart(owner, [id], false)).body).toEqual({ changedIds: [id], refusals: [] });
    expect((await heart(owner, [id], false)).body.refusals).toEqual([
      { code: "not_favourite", count: 1, message: "This one wasn't one of your favourites." },
    ]);
    expect(await db.heart.findMany({ select: { userId: true } })).toEqual([{ userId: member.userId }]);
  });

  test("leaves what is in the trash, and needs to know which way", async () => {
    const gone = await keep(owner, { deletedAt: new Date() });
    expect((await heart(owner, [gone], true)).body.refusals).toMatchObject([{ code: "not_found" }]);
    expect(await heart(owner, [gone], "yes")).toMatchObject({ status: 400, body: { field: "hearted" } });
    expect(await db.heart.count()).toBe(0);
  });
});
