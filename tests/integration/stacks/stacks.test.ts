import type { MediaDetailDto, MediaItemDto, MediaPageDto, TimelineMonthDto } from "@/lib/album/media/schema";
import { getMonthPageAt } from "@/lib/album/media/server/browse-service";
import type { StackDto } from "@/lib/album/stacks/schema";
import { stackBatch, stackWaiting } from "@/lib/album/stacks/server/stacking-service";
import { db } from "@/lib/db";
import { recountStorage } from "@/lib/operations/maintenance/server/recount-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeMeasuredMedia, turned } from "@/tests/support/measures";
import { distinctLikeness } from "@/tests/support/sorter-items";
import { cover } from "@/tests/support/stack-calls";

withTestDatabase();

let owner: FamilyPerson;
let mum: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  mum = await createMember(owner.familyId);
});

type Refusal = { error?: string; field?: string; code?: string };
const ask = <T>(person: FamilyPerson | null, method: string, path: string, json?: unknown) =>
  call<T & Refusal>(method, path, {
    ...(person ? { cookie: person.cookie } : {}),
    ...(json ? { json } : {}),
  });
const stackOf = async (id: string, person = owner) => {
  const { body } = await ask<StackDto>(person, "GET", `/api/media/${id}/stack`);
  return [body.topId, ...(body.items ?? []).slice(1).map((item) => item.id)];
};
const change = (id: string, action: string, person: FamilyPerson | null = owner) =>
  ask<StackDto>(person, "PATCH", `/api/media/${id}/stack`, { action });
const stack = (mediaIds: string[], person: FamilyPerson | null = owner) =>
  ask<StackDto>(person, "POST", "/api/media/stacks", { mediaIds });

const at = (second: number) => new Date(Date.UTC(2024, 6, 3, 10, 0, second));
const taken = (second: number) => ({ takenAt: at(second), sortAt: at(second) });

/** Photos from July 2024, a second apart. */
async function photos(count: number, person = owner, values: Parameters<typeof storeMedia>[1] = {}) {
  const ids: string[] = [];
  for (let second = 0; second < count; second++) {
    ids.push((await storeMedia(person, { hasFiles: false, ...taken(second), ...values })).id);
  }
  return ids as [string, string, string, ...string[]];
}

/** A burst from one camera, measured and waiting to be compared. */
async function burst(person = owner, likeness = distinctLikeness()) {
  const ids: string[] = [];
  for (const [second, sharpness] of [90, 210, 140].entries()) {
    const shot = await storeMeasuredMedia(
      person,
      { likeness: turned(likeness, [second]), sharpness },
      taken(second),
    );
    await db.mediaFacts.create({
      data: { mediaId: shot.id, familyId: person.familyId, cameraMake: "Canon", cameraModel: "R6" },
    });
    ids.push(shot.id);
  }
  return ids as [string, string, string];
}

async function pageOf(path: string, person = owner) {
  const { status, body } = await ask<MediaPageDto>(person, "GET", path);
  return { status, ids: body.items?.map(({ id }) => id), total: body.pagination?.total, items: body.items };
}
const collapsed = (path: string) => `${path}${path.includes("?") ? "&" : "?"}stacks=collapsed`;

describe("by rule", () => {
  test("a burst becomes a stack once it has been compared, with the sharpest on top; comparing again changes nothing", async () => {
    const [first, sharpest, third] = await burst();
    await burst(mum);
    await stackWaiting();
    expect(await stackOf(first)).toEqual([sharpest, first, third]);
    expect(await stackOf(third, mum)).toEqual([sharpest, first, third]);
    expect(await stackBatch()).toBe(0);
    await db.mediaMeasures.updateMany({ data: { isCompared: false } });
    await stackWaiting();
    expect(await stackOf(first)).toEqual([sharpest, first, third]);
    expect(await db.media.count({ where: { coveredById: { not: null } } })).toBe(4);
  });

  test("a copy from a messenger and a raw file join their photo whenever they arrive", async () => {
    const likeness = distinctLikeness();
    const original = await storeMeasuredMedia(owner, { likeness }, { ...taken(0), fileName: "IMG_1.JPG" });
    await stackWaiting();
    const copy = await storeMeasuredMedia(
      mum,
      { likeness: turned(likeness, [3]) },
      { width: 1600, height: 1200, fileName: "IMG-20240704-WA0001.jpg", month: 8 },
    );
    await stackWaiting();
    expect(await stackOf(copy.id)).toEqual([original.id, copy.id]);
    const raw = { ...taken(1), fileName: "IMG_1.CR3", mimeType: "image/x-canon-cr3" };
    const file = await storeMeasuredMedia(owner, { likeness }, raw);
    await stackWaiting();
    expect(await stackOf(file.id)).toEqual([original.id, copy.id, file.id]);
  });

  test("an edited copy without a date joins the photo of its name that came with it", async () => {
    const uploadDate = new Date();
    const scan = await storeMeasuredMedia(owner, {}, { fileName: "IMG_0009.jpg", uploadDate });
    const edited = await storeMeasuredMedia(owner, {}, { fileName: "IMG_E0009.jpg", uploadDate });
    const old = { fileName: "IMG_0009.HEIC", uploadDate: new Date(uploadDate.getTime() - 3_600_000) };
    await storeMeasuredMedia(owner, {}, old);
    await stackWaiting();
    expect(await stackOf(scan.id)).toEqual([edited.id, scan.id]);
  });

  test("nothing is stacked across families, in the trash, or before it is measured", async () => {
    const likeness = distinctLikeness();
    const other = await createOwner();
    const [first, second, third] = await burst(owner, likeness);
    await burst(other, likeness);
    await db.media.update({ where: { id: second }, data: { deletedAt: new Date() } });
    await stackWaiting();
    expect(await stackOf(first)).toEqual([null]);
    expect(await stackOf(third)).toEqual([null]);
    const waiting = await storeMeasuredMedia(mum, { likeness }, { width: 800, height: 600 });
    await db.mediaMeasures.update({ where: { mediaId: waiting.id }, data: { queuedAt: new Date() } });
    await stackWaiting();
    expect(await stackOf(waiting.id)).toEqual([null]);
    expect(await db.media.count({ where: { familyId: other.familyId, coveredById: { not: null } } })).toBe(2);
  });

  test("photos that were in the trash when they were to be compared are stacked once they are restored", async () => {
    const ids = await burst();
    await db.media.updateMany({ where: { id: { in: ids } }, data: { deletedAt: new Date() } });
    await stackWaiting();
    await db.media.updateMany({ where: { id: { in: ids } }, data: { deletedAt: null } });
    await stackWaiting();
    expect((await stackOf(ids[0] as string)).toSorted()).toEqual(ids.toSorted());
  });

  test("what people have decided stays", async () => {
    const [first, second, third] = await burst();
    await stackWaiting();
    expect((await change(first, "takeOut")).status).toBe(200);
    expect((await change(third, "top")).body.topId).toBe(third);
    await db.mediaMeasures.updateMany({ data: { isCompared: false } });
    await stackWaiting();
    expect(await stackOf(second)).toEqual([third, second]);
    expect((await change(third, "unstack")).body).toEqual({ topId: null, items: [] });
    await db.mediaMeasures.updateMany({ data: { isCompared: false } });
    await stackWaiting();
    expect(await stackOf(second)).toEqual([null]);
  });
});

describe("by hand", () => {
  test("the first one chosen is on top; stacking again, with more photos, makes one stack", async () => {
    const [a, b, c] = await photos(3);
    expect(await stack([b, a])).toMatchObject({ status: 200, body: { topId: b } });
    expect(await stack([b, a])).toMatchObject({ status: 200, body: { topId: b } });
    expect(await stackOf(a, mum)).toEqual([b, a]);
    expect((await stack([c, a])).body.items.map(({ id }) => id)).toEqual([c, a, b]);
    const detail = await ask<MediaDetailDto>(mum, "GET", `/api/media/${b}`);
    expect(detail.body.stack).toEqual({ topId: c, count: 3 });
  });

  test("removing the top leaves the best of the others on top, and dissolves a stack of two", async () => {
    const [a, b, c] = await photos(3, owner, { width: 100, height: 100 });
    await db.media.update({ where: { id: c }, data: { width: 200 } });
    await stack([a, b, c]);
    expect((await change(a, "takeOut")).body).toEqual({ topId: null, items: [] });
    expect(await stackOf(b)).toEqual([c, b]);
    await change(b, "takeOut");
    expect(await stackOf(c)).toEqual([null]);
  });

  test("bad requests name their field, and change nothing", async () => {
    const [a, b] = await photos(2);
    const video = await storeMedia(owner, { hasFiles: false, mediaType: "video" });
    for (const mediaIds of [
      undefined,
      "a",
      [],
      [a],
      [a, a.toUpperCase()],
      Array(201).fill(a),
      [a, 1],
      [a, video.id],
    ]) {
      const { status, body } = await ask(owner, "POST", "/api/media/stacks", { mediaIds });
      expect([status, body.field?.replace(/\.1$/, "")]).toEqual([400, "mediaIds"]);
    }
    for (const action of [undefined, "", "best", 1]) {
      const { status, body } = await ask(owner, "PATCH", `/api/media/${a}/stack`, { action });
      expect([status, body.field]).toEqual([400, "action"]);
    }
    expect((await change(a, "top")).status).toBe(404);
    expect(await stackOf(b)).toEqual([null]);
    expect((await ask(owner, "GET", "/api/media/all?stacks=open")).body.field).toBe("stacks");
  });

  test("members stack their own photos and change stacks with one of theirs; others and strangers can't", async () => {
    const [mine, too] = await photos(2, mum);
    const [ours] = await photos(1);
    const dad = await createMember(owner.familyId);
    const stranger = await createOwner();
    expect((await stack([mine, ours], mum)).status).toBe(403);
    expect((await stack([mine, too], mum)).status).toBe(200);
    expect((await stack([ours, mine], owner)).status).toBe(200);
    expect((await change(ours, "top", dad)).status).toBe(403);
    expect((await change(ours, "takeOut", mum)).status).toBe(200);
    for (const [person, status] of [
      [stranger, 404],
      [null, 401],
    ] as const) {
      expect((await stack([mine, too], person)).status).toBe(status);
      expect((await change(mine, "unstack", person)).status).toBe(status);
      expect((await ask(person, "GET", `/api/media/${mine}/stack`)).status).toBe(status);
    }
    expect((await stack([ours, (await photos(1, stranger))[0]])).status).toBe(404);
    expect(await stackOf(mine)).toHaveLength(2);
  });
});

describe("lists", () => {
  test("have every photo, as before, unless stacks are collapsed: then only the top, counted as one", async () => {
    const [a, b, c, d] = (await photos(4)) as [string, string, string, string];
    await cover(c, [a, d]);
    const month = "/api/media/month/2024/7?limit=10";
    for (const path of [month, "/api/media?limit=10", "/api/media/all", "/api/media/year/2024"]) {
      expect(await pageOf(path)).toMatchObject({ total: 4 });
      const { ids, total, items } = await pageOf(collapsed(path));
      expect([[...(ids ?? [])].sort(), total]).toEqual([[b, c].sort(), 2]);
      expect(items?.find(({ id }) => id === c)?.stack).toEqual({ topId: c, count: 3 });
      expect(items?.find(({ id }) => id === b)?.stack).toBeNull();
    }
    const months = await ask<TimelineMonthDto[]>(
      owner,
      "GET",
      "/api/media/timeline?feed=all&stacks=collapsed",
    );
    expect(months.body).toMatchObject([{ year: 2024, month: 7, itemCount: 2 }]);
    const everything = await ask<TimelineMonthDto[]>(owner, "GET", "/api/media/timeline?feed=all");
    expect(everything.body).toMatchObject([{ itemCount: 4 }]);
    const first = await pageOf(collapsed("/api/media/month/2024/7?limit=1"));
    expect(first).toMatchObject({ ids: [c], total: 2 });
  });

  test("a chosen list shows a covered photo, unless it has the top too", async () => {
    const [top, covered, alone] = await photos(3);
    await cover(top, [covered]);
    const album = await ask<{ id: string }>(owner, "POST", "/api/albums", { title: "Sea" });
    const person = await db.familyMember.findFirstOrThrow({ where: { userId: owner.userId } });
    const put = {
      favourites: (ids: string[]) =>
        ask(owner, "POST", "/api/media/batch/heart", { mediaIds: ids, hearted: true }),
      album: (ids: string[]) => ask(owner, "POST", `/api/albums/${album.body.id}/items`, { mediaIds: ids }),
      tags: (ids: string[]) =>
        ask(owner, "POST", "/api/media/batch/tag", { mediaIds: ids, userIds: [person.id] }),
      search: (ids: string[]) =>
        ask(owner, "POST", "/api/media/batch/describe", { mediaIds: ids, description: "Lighthouse" }),
    };
    const lists = ["/api/media/favorites", `/api/albums/${album.body.id}/items`, "/api/media/tagged"];
    const found = async () => {
      const search = await ask<MediaItemDto[]>(owner, "GET", collapsed("/api/media/search?q=lighthouse"));
      const ids = Array.isArray(search.body) ? search.body.map(({ id }) => id) : [];
      return [
        ...(await Promise.all(lists.map((path) => pageOf(collapsed(path))))),
        { ids, total: ids.length },
      ].map(({ ids: shown, total }) => [[...(shown ?? [])].sort(), total]);
    };
    for (const add of Object.values(put)) expect((await add([covered, alone])).status).toBe(200);
    expect(await found()).toEqual(Array(4).fill([[covered, alone].sort(), 2]));
    for (const add of Object.values(put)) await add([top]);
    expect(await found()).toEqual(Array(4).fill([[top, alone].sort(), 2]));
    for (const path of lists) expect((await pageOf(path)).total).toBe(3);
  });

  test("someone who has switched stacks off sees every photo; others don't", async () => {
    const [a, b, c] = await photos(3);
    await cover(a, [b, c]);
    await ask(mum, "PUT", "/api/user-settings", { showsStacks: false });
    const path = collapsed("/api/media/month/2024/7?limit=10");
    await expect(pageOf(path, mum)).resolves.toMatchObject({ total: 3, ids: [c, b, a] });
    expect(await pageOf(path)).toMatchObject({ total: 1, ids: [a] });
    const months = await ask<TimelineMonthDto[]>(mum, "GET", "/api/media/timeline?feed=all&stacks=collapsed");
    expect(months.body).toMatchObject([{ itemCount: 3 }]);
    expect((await ask(mum, "PUT", "/api/user-settings", { showsStacks: "no" })).body.field).toBe(
      "showsStacks",
    );
  });

  test("a month is opened at the top of a covered photo's stack", async () => {
    const ids = await photos(90);
    await cover(ids[10] ?? "", [ids[9] ?? ""]);
    const actor = { userId: owner.userId, familyId: owner.familyId } as never;
    const at9 = { id: ids[9] ?? "", limit: 60, stacks: "collapsed" } as const;
    const page = await getMonthPageAt(actor, { year: 2024, month: 7 }, at9);
    expect(page.items.map(({ id }) => id)).toContain(ids[10]);
    expect(page.pagination).toMatchObject({ total: 89, offset: 59 });
  });

  test("an action on a tile's whole stack affects all of it when requested", async () => {
    const [a, b, c] = await photos(3);
    await cover(a, [b]);
    const move = { mediaIds: [a], year: 2024, month: 3 };
    expect(
      (await ask<{ changedIds: string[] }>(owner, "POST", "/api/media/batch/move", move)).body.changedIds,
    ).toEqual([a]);
    const whole = { ...move, withStacks: true };
    expect(
      (await ask<{ changedIds: string[] }>(owner, "POST", "/api/media/batch/move", whole)).body.changedIds,
    ).toEqual([b]);
    const trash = { mediaIds: [a, c], withStacks: true };
    const trashed = await ask<{ changedIds: string[] }>(owner, "POST", "/api/media/batch/trash", trash);
    expect(trashed.body.changedIds.sort()).toEqual([a, b, c].sort());
    for (const path of ["/api/media/batch/trash", "/api/media/batch/move", "/api/media/archives"]) {
      expect((await ask(owner, "POST", path, { ...whole, withStacks: "yes" })).body.field).toBe("withStacks");
    }
  });

  test("counts match the items after every change, and a recount corrects nothing", async () => {
    const [a, b, c] = await photos(3);
    await stack([a, b, c]);
    await ask(owner, "POST", "/api/media/batch/move", { mediaIds: [b], year: 2024, month: 5 });
    await ask(owner, "DELETE", `/api/media/${a}`);
    const counted = await db.mediaMonth.findMany({
      where: { familyId: owner.familyId },
      select: { month: true, itemCount: true, coveredCount: true },
      orderBy: { month: "asc" },
    });
    const [top] = await stackOf(b);
    expect(counted).toEqual([
      { month: 5, itemCount: 1, coveredCount: top === b ? 0 : 1 },
      { month: 7, itemCount: 1, coveredCount: top === c ? 0 : 1 },
    ]);
    expect(await recountStorage(owner.familyId)).toMatchObject({ monthsCorrected: 0 });
    await db.mediaMonth.updateMany({ data: { coveredCount: 7 } });
    expect(await recountStorage(owner.familyId)).toMatchObject({ monthsCorrected: 2 });
  });
});

describe("the trash", () => {
  test("when the top is deleted the next best replaces it; once restored, it is in the stack again", async () => {
    const [a, b, c] = await photos(3);
    await stack([a, b, c]);
    await ask(mum, "POST", "/api/hearts", { mediaId: c });
    await ask(owner, "DELETE", `/api/media/${a}`);
    expect(await stackOf(b)).toEqual([c, b]);
    expect((await pageOf(collapsed("/api/media/all"))).ids).toEqual([c]);
    await ask(owner, "POST", `/api/media/${a}/restore`);
    expect(await stackOf(b)).toEqual([c, a, b]);
  });

  test("a whole stack goes to the trash and comes back unchanged; a part of it comes back with its own top", async () => {
    const [a, b, c] = await photos(3);
    await stack([b, a, c]);
    await ask(owner, "POST", "/api/media/batch/trash", { mediaIds: [a, b, c] });
    await ask(owner, "POST", "/api/media/batch/restore", { mediaIds: [a, b, c] });
    expect(await stackOf(a)).toEqual([b, a, c]);
    await ask(owner, "POST", "/api/media/batch/trash", { mediaIds: [a, b, c] });
    await ask(owner, "POST", "/api/media/batch/restore", { mediaIds: [a, c] });
    const [top, other] = await stackOf(a);
    expect([top, other].sort()).toEqual([a, c].sort());
    expect((await pageOf(collapsed("/api/media/all"))).ids).toEqual([top]);
    await ask(owner, "DELETE", `/api/media/trash/${b}`);
    expect(await stackOf(a)).toEqual([top, other]);
  });

  test("nothing stays hidden when a stack's top is erased", async () => {
    const [a, b] = await photos(2);
    await stack([a, b]);
    await ask(owner, "POST", "/api/media/batch/trash", { mediaIds: [a, b] });
    await ask(owner, "DELETE", `/api/media/trash/${a}`);
    await ask(owner, "POST", `/api/media/${b}/restore`);
    expect((await pageOf(collapsed("/api/media/all"))).ids).toEqual([b]);
  });
});

test("two people who stack the same photos at once leave one stack, never one within another", async () => {
  const admin = await createMember(owner.familyId, "admin");
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = await photos(3);
    const answers = await Promise.all([
      stack([a, b]),
      stack([b, c], admin),
      stack([c, a]),
      change(b, "takeOut", admin),
      ask(owner, "DELETE", `/api/media/${a}`),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500 && status !== 503)).toEqual(
      [],
    );
    const rows = await db.media.findMany({ where: { id: { in: [a, b, c] } } });
    const tops = new Map(rows.map((row) => [row.id, row] as const));
    for (const { coveredById, deletedAt } of rows) {
      if (coveredById) expect(tops.get(coveredById)?.coveredById).toBeNull();
      if (coveredById && !deletedAt) expect(tops.get(coveredById)?.deletedAt).toBeNull();
    }
  }
});

test("the database refuses a stack within a stack, across two families, and of one photo on itself", async () => {
  const [a, b, c] = await photos(3);
  const [foreign] = await photos(1, await createOwner());
  await cover(a, [b]);
  await expect(cover(b, [c])).rejects.toThrow();
  await expect(cover(c, [a])).rejects.toThrow();
  await expect(cover(c, [c])).rejects.toThrow();
  await expect(cover(a, [foreign])).rejects.toThrow();
});
