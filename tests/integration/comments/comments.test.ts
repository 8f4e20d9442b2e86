import type { CommentDto, CommentPageDto } from "@/lib/album/comments/schema";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { alsoIn, createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let ben: FamilyPerson;
let cleo: FamilyPerson;
let mediaId: string;

async function member(familyId: string, name: string): Promise<FamilyPerson> {
  const person = await createMember(familyId);
  const where = { familyId_userId: { familyId, userId: person.userId } };
  await db.familyMember.update({ where, data: { name }, select: { id: true } });
  return person;
}

beforeEach(async () => {
  owner = await createOwner();
  ben = await member(owner.familyId, "Ben");
  cleo = await member(owner.familyId, "Cleo");
  mediaId = (await storeMedia(owner, { hasFiles: false })).id;
});

const write = (as: FamilyPerson, text: unknown, headers = {}) =>
  call<CommentDto>("POST", `/api/media/${mediaId}/comments`, { cookie: as.cookie, json: { text }, headers });
const read = async (as: FamilyPerson, query = "") =>
  (await call<CommentPageDto>("GET", `/api/media/${mediaId}/comments${query}`, { cookie: as.cookie })).body;
const change = (as: FamilyPerson, id: string, text: string) =>
  call<CommentDto>("PATCH", `/api/comments/${id}`, { cookie: as.cookie, json: { text } });
const remove = (as: FamilyPerson, id: string) => call("DELETE", `/api/comments/${id}`, { cookie: as.cookie });
const notices = () =>
  db.notification.findMany({
    select: { userId: true, kind: true, title: true, message: true, url: true },
    orderBy: { title: "desc" },
  });

test("a comment is shown with the picture exactly as written", async () => {
  const { status, body } = await write(ben, "  What a day!\r\n\r\n\r\n\r\nWe <b>laughed</b> ");
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    mediaId,
    userId: ben.userId,
    username: ben.username,
    displayName: "Ben",
    text: "What a day!\n\nWe <b>laughed</b>",
    recording: null,
    createdAt: expect.stringMatching(/Z$/),
    editedAt: null,
    mayEdit: true,
    mayDelete: true,
  });
  const { items } = await read(cleo);
  expect(items).toEqual([{ ...body, mayEdit: false, mayDelete: false }]);
  expect((await read(owner)).items[0]).toMatchObject({ mayEdit: false, mayDelete: true });
});

test("comments are read oldest first, page by page, and counted with the item", async () => {
  for (const text of ["one", "two", "three"]) await write(ben, text);
  const first = await read(owner, "?limit=2");
  expect(first.items.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(first.pagination).toEqual({ total: 3, limit: 2, offset: 0, hasMore: true });
  const second = await read(owner, "?limit=2&offset=2");
  expect(second.items.map(({ text }) => text)).toEqual(["three"]);
  expect(second.pagination).toEqual({ total: 3, limit: 2, offset: 2, hasMore: false });
  const detail = await call<MediaDetailDto>("GET", `/api/media/${mediaId}`, { cookie: owner.cookie });
  expect(detail.body.commentCount).toBe(3);
});

test("the uploader is notified of a comment, as are earlier commenters, each once and never the writer", async () => {
  await write(ben, "first");
  await write(ben, "second");
  expect((await notices()).map(({ userId, title }) => [userId, title])).toEqual([
    [owner.userId, "Ben commented on your photo"],
    [owner.userId, "Ben commented on your photo"],
  ]);
  await db.notification.deleteMany();
  await write(cleo, "What a\nday!");
  const url = `/card/${mediaId}#comments`;
  const kind = "comment";
  expect(await notices()).toEqual([
    { userId: owner.userId, kind, title: "Cleo commented on your photo", message: "What a day!", url },
    { userId: ben.userId, kind, title: "Cleo also commented on a photo", message: "What a day!", url },
  ]);
  await db.notification.deleteMany();
  await write(owner, "Thank you");
  expect((await notices()).map(({ userId }) => userId).sort()).toEqual([ben.userId, cleo.userId].sort());
});

test("a request repeated with its key writes one comment and notifies once", async () => {
  const headers = { "Idempotency-Key": "comment-1" };
  const [first, second] = [await write(ben, "once", headers), await write(ben, "once", headers)];
  expect(second.body).toEqual(first.body);
  expect((await read(owner)).items).toHaveLength(1);
  expect(await notices()).toHaveLength(1);
});

test("a failed request releases its own key, and nobody else's of the same name", async () => {
  const key = "comment-1";
  await db.idempotencyKey.create({ data: { userId: ben.userId, key, request: "POST elsewhere" } });
  expect((await write(owner, "", { "Idempotency-Key": key })).status).toBe(400);
  expect((await write(owner, "Now right", { "Idempotency-Key": key })).status).toBe(201);
  const keys = await db.idempotencyKey.findMany({ select: { userId: true, status: true } });
  expect(keys).toEqual(
    expect.arrayContaining([
      { userId: ben.userId, status: null },
      { userId: owner.userId, status: 201 },
    ]),
  );
});

test("people can edit their own comments, and the notifications change too", async () => {
  const { id } = (await write(ben, "Waht a day")).body;
  const { status, body } = await change(ben, id, "What a day");
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, text: "What a day", editedAt: expect.stringMatching(/Z$/) });
  expect((await notices())[0]?.message).toBe("What a day");
});

test("nobody edits another's comment, not even an admin", async () => {
  const { id } = (await write(ben, "Mine")).body;
  for (const person of [cleo, owner]) {
    expect(await change(person, id, "Yours")).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
  expect((await read(ben)).items[0]).toMatchObject({ text: "Mine", editedAt: null });
});

test("a comment is deleted by its writer or an admin, with its notifications", async () => {
  const [one, two, three] = [await write(ben, "one"), await write(ben, "two"), await write(cleo, "three")];
  expect((await remove(cleo, two.body.id)).status).toBe(403);
  expect((await remove(ben, one.body.id)).status).toBe(204);
  expect((await remove(owner, two.body.id)).status).toBe(204);
  expect((await remove(owner, two.body.id)).status).toBe(404);
  expect((await read(owner)).items.map(({ text }) => text)).toEqual(["three"]);
  expect((await notices()).map(({ message }) => message)).toEqual(["three", "three"]);
  expect(three.status).toBe(201);
});

test("the notifications of a comment are removed with it however its id is written", async () => {
  const { id } = (await write(ben, "one")).body;
  expect((await remove(ben, id.toUpperCase())).status).toBe(204);
  expect(await notices()).toEqual([]);
});

test("comments on a trashed picture are inaccessible until it is restored", async () => {
  const { id } = (await write(ben, "Here")).body;
  await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie, json: {} });
  expect((await write(ben, "Still here?")).status).toBe(404);
  expect((await change(ben, id, "Gone")).status).toBe(404);
  expect((await remove(ben, id)).status).toBe(404);
  const { status } = await call("GET", `/api/media/${mediaId}/comments`, { cookie: ben.cookie });
  expect(status).toBe(404);
  await call("POST", `/api/media/${mediaId}/restore`, { cookie: owner.cookie });
  expect((await read(ben)).items.map(({ text }) => text)).toEqual(["Here"]);
});

test.each([
  ["nothing", undefined, "Please write something first"],
  ["spaces", " \n\t ", "Please write something first"],
  ["what can't be seen", "\u200b\u202e\u2060", "Please write something first"],
  ["too much", "a".repeat(2001), "Must be at most 2000 characters"],
  ["a NUL", "a\u0000b", "Contains characters that can't be used"],
  ["half a character", "a\ud800b", "Contains characters that can't be used"],
])("%s is refused as a comment", async (_, text, message) => {
  expect(await write(ben, text)).toMatchObject({ status: 400, body: { field: "text", error: message } });
  expect(await db.comment.count()).toBe(0);
});

test("2000 characters, in any script, come back unchanged", async () => {
  for (const text of ["é".repeat(2000), "👩‍👩‍👧 مرحبا שלום 你好", '\'; DROP TABLE "Comment"; --']) {
    expect((await write(ben, text)).body.text).toBe(text);
  }
});

test("comments are deleted with the account of their writer", async () => {
  await write(ben, "Mine");
  await db.user.delete({ where: { id: ben.userId }, select: { id: true } });
  expect((await read(owner)).items).toEqual([]);
});

test("a stranger can't read or write on another family's picture, and learns of no comment there", async () => {
  const { id } = (await write(ben, "Among ourselves")).body;
  const stranger = await createOwner();
  const asked = await call("GET", `/api/media/${mediaId}/comments`, { cookie: stranger.cookie });
  const answers = [
    asked,
    await write(stranger, "Hello"),
    await change(stranger, id, "Hello"),
    await remove(stranger, id),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(await db.comment.findMany({ select: { userId: true, text: true } })).toEqual([
    { userId: ben.userId, text: "Among ourselves" },
  ]);
});

test("nobody can change or delete their comments here from another family of theirs", async () => {
  const { id } = (await write(ben, "Here")).body;
  const elsewhere = await alsoIn(ben, (await createOwner()).familyId, "admin");
  expect((await change(elsewhere, id, "There")).status).toBe(404);
  expect((await remove(elsewhere, id)).status).toBe(404);
  expect((await read(ben)).items).toMatchObject([{ id, text: "Here", editedAt: null }]);
});

test("someone in two families writes under the name that this one uses", async () => {
  const other = await createOwner();
  await alsoIn(ben, other.familyId);
  expect((await write(ben, "Hello")).body.displayName).toBe("Ben");
  expect((await read(owner)).items.map(({ displayName }) => displayName)).toEqual(["Ben"]);
});
