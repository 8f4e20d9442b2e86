import { randomUUID } from "node:crypto";
import type { AlbumDetailDto, AlbumPageDto } from "@/lib/album/albums/schema";
import { db } from "@/lib/db";
import { storeAlbum } from "@/tests/support/album-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  removeMember,
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

const ask = <T = Record<string, unknown>>(
  as: FamilyPerson | null,
  method: string,
  path: string,
  json?: unknown,
  headers = {},
) =>
  call<T>(method, path, {
    ...(as ? { cookie: as.cookie } : {}),
    ...(json === undefined ? {} : { json }),
    headers,
  });
const keep = async (as: FamilyPerson, values: Parameters<typeof storeMedia>[1] = {}) =>
  (await storeMedia(as, { hasFiles: false, ...values })).id;
const list = async (as: FamilyPerson, query = "") =>
  (await ask<AlbumPageDto>(as, "GET", `/api/albums${query}`)).body;
const read = (as: FamilyPerson, id: string) => ask<AlbumDetailDto>(as, "GET", `/api/albums/${id}`);
const change = (as: FamilyPerson, id: string, json: object) =>
  ask<AlbumDetailDto>(as, "PATCH", `/api/albums/${id}`, json);

test("anyone in the family, even a child, can create an album, which the whole family sees", async () => {
  const json = { title: "  Grandma's garden ", story: "Every spring.\nAnd every autumn." };
  const made = await ask<AlbumDetailDto>(child, "POST", "/api/albums", json);
  expect(made).toMatchObject({
    status: 201,
    body: {
      title: "Grandma's garden",
      story: "Every spring.\nAnd every autumn.",
      order: "date",
      adders: "adults",
      itemCount: 0,
      cover: null,
      firstMonth: null,
      createdBy: { id: child.userId },
      mayEdit: true,
      mayAdd: true,
      contributors: [],
    },
  });
  const { body } = await read(member, made.body.id);
  expect(body).toMatchObject({ title: "Grandma's garden", mayEdit: false, mayAdd: true });
  expect((await list(owner)).items).toMatchObject([{ id: made.body.id, mayEdit: true }]);
  expect((await list(stranger)).items).toEqual([]);
});

test("an album created twice with one key is one album, and its creation and deletion are in the activity log", async () => {
  const headers = { "Idempotency-Key": randomUUID() };
  const make = () => ask<AlbumDetailDto>(member, "POST", "/api/albums", { title: "Lake" }, headers);
  const [first, second] = [await make(), await make()];
  expect(second.body.id).toBe(first.body.id);
  expect(await db.album.count()).toBe(1);
  expect((await ask(member, "DELETE", `/api/albums/${first.body.id}`)).status).toBe(204);
  const entries = await db.activityEntry.findMany({
    where: { familyId: owner.familyId, action: { startsWith: "album." } },
    select: { action: true, actorId: true },
    orderBy: { at: "asc" },
  });
  expect(entries).toEqual([
    { action: "album.created", actorId: member.userId },
    { action: "album.deleted", actorId: member.userId },
  ]);
});

test.each([
  [{}, "title"],
  [{ title: "  " }, "title"],
  [{ title: "x".repeat(101) }, "title"],
  [{ title: "a\nb" }, "title"],
  [{ title: "Lake", story: "x".repeat(5_001) }, "story"],
  [{ title: "Lake", order: "size" }, "order"],
  [{ title: "Lake", adders: "everyone" }, "adders"],
  [{ title: "Lake", contributorIds: "all" }, "contributorIds"],
])("a new album is refused with the field at fault: %#", async (json, field) => {
  const answer = await ask(owner, "POST", "/api/albums", json);
  expectErrorBody(answer);
  expect([answer.status, answer.body.field]).toEqual([400, field]);
  expect(await db.album.count()).toBe(0);
});

test("visitors and other families can't see or change an album; its family can", async () => {
  const id = await storeAlbum(owner, { order: "hand" });
  const mediaId = await keep(stranger);
  const calls = [
    ["GET", `/api/albums/${id}`],
    ["GET", `/api/albums/${id}/items`],
    ["PATCH", `/api/albums/${id}`, { title: "Mine" }],
    ["POST", `/api/albums/${id}/items`, { mediaIds: [mediaId] }],
    ["DELETE", `/api/albums/${id}/items`, { mediaIds: [mediaId] }],
    ["PUT", `/api/albums/${id}/order`, { mediaIds: [mediaId], beforeId: null }],
    ["DELETE", `/api/albums/${id}`],
  ] as const;
  for (const [method, path, json] of calls) {
    expect([path, (await ask(null, method, path, json)).status]).toEqual([path, 401]);
    expect([path, (await ask(stranger, method, path, json)).status]).toEqual([path, 404]);
  }
  expect((await read(member, id)).status).toBe(200);
  expect(await db.albumItem.count()).toBe(0);
});

test("only its creator and admins change and delete an album", async () => {
  const id = await storeAlbum(member);
  const relative = await createMember(owner.familyId);
  for (const other of [relative, child]) {
    expect((await change(other, id, { title: "Mine" })).status).toBe(403);
    expect((await ask(other, "DELETE", `/api/albums/${id}`)).status).toBe(403);
  }
  expect((await change(member, id, { title: "By the sea", story: "" })).body.title).toBe("By the sea");
  expect((await change(owner, id, { title: "At the sea" })).body.title).toBe("At the sea");
  expect((await change(owner, id, {})).body).toMatchObject({ code: "bad_input", field: "title" });
  expect((await ask(owner, "DELETE", `/api/albums/${id}`)).status).toBe(204);
  expect((await read(owner, id)).status).toBe(404);
});

test("deleting an album leaves its photos in their months", async () => {
  const mediaId = await keep(member);
  const id = await storeAlbum(member, {}, [mediaId]);
  expect((await ask(member, "DELETE", `/api/albums/${id}`)).status).toBe(204);
  expect((await ask(owner, "GET", `/api/media/${mediaId}`)).status).toBe(200);
  expect(await db.albumItem.count()).toBe(0);
});

test("the cover is the chosen photo, which must be in the album, or else its first one", async () => {
  const [late, early] = [
    await keep(owner, { year: 2025, month: 8 }),
    await keep(owner, { year: 2024, month: 6 }),
  ];
  const outside = await keep(owner);
  const id = await storeAlbum(owner, {}, [late, early]);
  const cover = async () => {
    const { body } = await read(member, id);
    return [body.cover?.id, body.hasChosenCover];
  };
  expect(await cover()).toEqual([early, false]);
  expect((await change(owner, id, { coverId: late })).body.cover?.id).toBe(late);
  expect(await cover()).toEqual([late, true]);
  expect((await list(member)).items[0]?.cover?.id).toBe(late);
  const refused = await change(owner, id, { coverId: outside, title: "Not this either" });
  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({ code: "not_in_album", field: "coverId" }),
  ]);
  expect((await read(owner, id)).body.title).toBe("Summer at the sea");
  // While the cover is in the trash, the first item stands in for it.
  await ask(owner, "DELETE", `/api/media/${late}`, {});
  expect(await cover()).toEqual([early, false]);
  await ask(owner, "POST", `/api/media/${late}/restore`);
  expect(await cover()).toEqual([late, true]);
  await change(owner, id, { coverId: null });
  expect(await cover()).toEqual([early, false]);
});

test("an album shows its first and last month, by where its items are filed", async () => {
  const scan = await keep(owner, { year: 2022, month: 0, sortAt: new Date("2026-01-01T00:00:00Z") });
  const photo = await keep(owner, { year: 2025, month: 8 });
  const id = await storeAlbum(owner, {}, [scan, photo]);
  const span = async () => {
    const { firstMonth, lastMonth, itemCount } = (await read(owner, id)).body;
    return { firstMonth, lastMonth, itemCount };
  };
  expect(await span()).toEqual({
    firstMonth: { year: 2022, month: 0 },
    lastMonth: { year: 2025, month: 8 },
    itemCount: 2,
  });
  await ask(owner, "PATCH", `/api/media/${photo}`, { year: 2024, month: 12 });
  expect((await span()).lastMonth).toEqual({ year: 2024, month: 12 });
});

test("albums with something new come first, page by page", async () => {
  const ids: string[] = [];
  for (const title of ["One", "Two", "Three"]) ids.push(await storeAlbum(owner, { title }));
  const [one = "", two = "", three = ""] = ids;
  await ask(member, "POST", `/api/albums/${one}/items`, { mediaIds: [await keep(owner)] });
  const first = await list(owner, "?limit=2");
  expect(first.items.map(({ id }) => id)).toEqual([one, three]);
  expect(first.pagination).toMatchObject({ total: 3, hasMore: true });
  const rest = await list(owner, `?limit=2&cursor=${first.nextCursor}`);
  expect([rest.items.map(({ id }) => id), rest.nextCursor]).toEqual([[two], null]);
  expect((await ask(owner, "GET", "/api/albums?cursor=nonsense")).body).toMatchObject({ field: "cursor" });
});

test("a search finds albums by the words of their title and story, in any case, and nothing by wildcards", async () => {
  const sea = await storeAlbum(owner, {
    title: "Summer at the Sea",
    story: "Grandpa caught a 50% bigger fish.",
  });
  await storeAlbum(owner, { title: "Winter" });
  await storeAlbum(stranger, { title: "Their summer" });
  const found = async (q: string) =>
    (await list(member, `?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id);
  expect(await found("SEA summer")).toEqual([sea]);
  expect(await found("grandpa sea")).toEqual([sea]);
  expect(await found("50%")).toEqual([sea]);
  expect(await found("summer winter")).toEqual([]);
  expect(await found("_inter")).toEqual([]);
});

test("albums that contain a photo are listed, and none for another family's photo", async () => {
  const mediaId = await keep(owner);
  const id = await storeAlbum(owner, {}, [mediaId]);
  await storeAlbum(owner);
  const theirs = await keep(stranger);
  await storeAlbum(stranger, {}, [theirs]);
  const holding = async (wanted: string) =>
    (await list(member, `?mediaId=${wanted}`)).items.map((album) => album.id);
  expect(await holding(mediaId)).toEqual([id]);
  for (const other of [theirs, randomUUID(), "not-an-id"]) expect(await holding(other)).toEqual([]);
});

test("contributors add to albums not open to all adults, a child only as a contributor, and nobody from outside", async () => {
  const relative = await createMember(owner.familyId);
  const id = await storeAlbum(member, { adders: "chosen" });
  const mediaIds = [await keep(owner)];
  const add = async (as: FamilyPerson) =>
    (await ask(as, "POST", `/api/albums/${id}/items`, { mediaIds })).status;
  expect(await Promise.all([add(relative), add(child)])).toEqual([403, 403]);

  const set = { contributorIds: [relative.userId.toUpperCase(), child.userId] };
  const { body } = await change(member, id, set);
  expect(body.contributors.map((one) => one.id).sort()).toEqual([relative.userId, child.userId].sort());
  expect(await Promise.all([add(relative), add(child)])).toEqual([200, 200]);

  await change(member, id, { adders: "adults", contributorIds: [] });
  expect(await Promise.all([add(relative), add(child)])).toEqual([200, 403]);

  for (const nobody of [stranger.userId, randomUUID(), "not-an-id"]) {
    const refused = await change(member, id, { contributorIds: [nobody] });
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ code: "unknown_person", field: "contributorIds" }),
    ]);
  }
});

test("people who leave the family no longer contribute, and their albums stay", async () => {
  const relative = await createMember(owner.familyId);
  const own = await storeAlbum(relative, { title: "By a relative" }, [await keep(relative)]);
  const id = await storeAlbum(member, { adders: "chosen" });
  await change(member, id, { contributorIds: [relative.userId] });
  await removeMember(relative);
  expect((await read(member, id)).body.contributors).toEqual([]);
  expect((await read(member, own)).body).toMatchObject({ title: "By a relative", itemCount: 1 });

  await db.user.delete({ where: { id: relative.userId } });
  expect((await read(member, own)).body).toMatchObject({ createdBy: null, itemCount: 1, mayEdit: false });
  expect((await read(owner, own)).body.mayEdit).toBe(true);
});
