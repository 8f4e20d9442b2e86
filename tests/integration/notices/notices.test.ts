import type { NoticeDto, NoticeLikesDto } from "@/lib/album/notices/schema";
import { db } from "@/lib/db";
import { storeNotice } from "@/tests/support/board-calls";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, join } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

type Person = FamilyPerson;

const board = async (as: Person) =>
  (await call<NoticeDto[]>("GET", "/api/notices", { cookie: as.cookie })).body;
const post = (as: Person, json: unknown, headers = {}) =>
  call<NoticeDto & { field?: string; message: string }>("POST", "/api/notices", {
    cookie: as.cookie,
    json,
    headers,
  });
const put = (as: Person, id: string, json: unknown) =>
  call<NoticeDto>("PUT", `/api/notices/${id}`, { cookie: as.cookie, json });
const remove = (as: Person, id: string) => call("DELETE", `/api/notices/${id}`, { cookie: as.cookie });
const likes = (as: Person, id: string) =>
  call<NoticeLikesDto>("GET", `/api/notices/${id}/likes`, { cookie: as.cookie });
const toggle = (as: Person, id: string, headers = {}) =>
  call<NoticeLikesDto>("POST", `/api/notices/${id}/like`, { cookie: as.cookie, headers });
const notified = () =>
  db.notification.findMany({
    select: { userId: true, kind: true, title: true, message: true, url: true },
    orderBy: { userId: "asc" },
  });

const lunch = { title: "Sunday lunch", message: "We are at Nana's from one o'clock." };

describe("a notice", () => {
  test("posted by an admin is seen by the family and nobody else, in the specification's fields", async () => {
    const { status, body } = await post(owner, { title: "  Sunday lunch ", message: " At Nana's.\nCome! " });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      title: "Sunday lunch",
      message: "At Nana's.\nCome!",
      isActive: true,
      createdAt: expect.stringMatching(/Z$/),
      createdByUsername: owner.username,
      createdByName: "Somebody",
      likeCount: 0,
      isLiked: false,
    });
    expect(await board(member)).toEqual([body]);
    expect(await board(await createOwner())).toEqual([]);
  });

  test("is first if it is the newest, and the board shows the latest hundred", async () => {
    for (let day = 1; day <= 9; day++) {
      await storeNotice(owner, { title: `Day ${day}`, createdAt: new Date(`2026-03-0${day}T12:00:00Z`) });
    }
    expect((await board(member)).map(({ title }) => title).slice(0, 2)).toEqual(["Day 9", "Day 8"]);
    const { familyId, userId: createdById } = owner;
    const more = { familyId, createdById, title: "More", message: "And more." };
    await db.notice.createMany({ data: Array.from({ length: 100 }, () => more) });
    expect(await board(member)).toHaveLength(100);
  });

  test.each([
    ["no title", { message: "At Nana's." }, "title"],
    ["a title of white space", { title: " \t ", message: "At Nana's." }, "title"],
    ["no message", { title: "Sunday lunch" }, "message"],
    ["a message of white space", { title: "Sunday lunch", message: " \n " }, "message"],
  ])("with %s is refused: please fill in both", async (_, json, field) => {
    const emptied = { ...json, [field]: " " };
    const answers = [await post(owner, json), await put(owner, await storeNotice(owner), emptied)];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ field, message: "Please fill in both title and message." });
    }
  });

  test.each([
    ["title", "x".repeat(121)],
    ["message", "x".repeat(4001)],
    ["title", "a\u0000b"],
    ["message", "a\u0000b"],
    ["title", "two\nlines"],
  ])("with an invalid %s is refused by the field's name", async (field, value) => {
    const answer = await post(owner, { ...lunch, [field]: value });
    expectErrorBody(answer as unknown as Answer);
    expect([answer.status, answer.body.field]).toEqual([400, field]);
    expect(await db.notice.count()).toBe(0);
  });

  test("posted twice with one Idempotency-Key is one notice, notified once", async () => {
    const headers = { "Idempotency-Key": "press-1" };
    const [first, second] = [await post(owner, lunch, headers), await post(owner, lunch, headers)];
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(await db.notice.count()).toBe(1);
    expect(await notified()).toHaveLength(1);
  });

  test("names its author as the family calls them, and nobody once the account is gone", async () => {
    const admin = await createMember(owner.familyId, "admin");
    await db.familyMember.updateMany({ where: { userId: admin.userId }, data: { nickname: "Nana" } });
    await post(admin, lunch);
    expect(await board(member)).toMatchObject([{ createdByUsername: admin.username, createdByName: "Nana" }]);
    await db.user.delete({ where: { id: admin.userId }, select: { id: true } });
    expect(await board(member)).toMatchObject([{ createdByUsername: null, createdByName: null }]);
  });

  test("is on the board once, and calls its author and those who like it as this family does, not as another", async () => {
    const cousin = await createOwner();
    const { familyId } = cousin;
    for (const { userId } of [owner, member]) {
      await join(userId, familyId, "member");
      await db.familyMember.updateMany({ where: { userId, familyId }, data: { nickname: "Auntie" } });
    }
    const { body } = await post(owner, lunch);
    expect(body.createdByName).toBe("Somebody");
    const liked = (await toggle(member, body.id)).body;
    expect(liked).toMatchObject({ count: 1, likes: [{ displayName: "Somebody" }] });
    expect((await likes(owner, body.id)).body.likes).toEqual(liked.likes);
    expect((await board(member)).map(({ createdByName }) => createdByName)).toEqual(["Somebody"]);
  });

  test("can't be posted, changed or deleted by a member or a child", async () => {
    const child = await createMember(owner.familyId, "member", { isChild: true });
    const id = await storeNotice(owner);
    for (const person of [member, child]) {
      expect((await post(person, lunch)).status).toBe(403);
      expect((await put(person, id, { ...lunch, isActive: false })).status).toBe(403);
      expect((await remove(person, id)).status).toBe(403);
    }
    expect(await board(member)).toMatchObject([{ id, isActive: true }]);
  });

  test("is changed by an admin without losing fields that aren't sent", async () => {
    const id = await storeNotice(owner);
    await toggle(member, id);
    expect(await put(owner, id, { title: "Sunday tea", message: "At four." })).toMatchObject({
      status: 200,
      body: { id, title: "Sunday tea", message: "At four.", isActive: true, likeCount: 1 },
    });
  });

  test("whose title one admin corrects stays hidden, with the text that another gave it meanwhile", async () => {
    const { id } = (await post(owner, lunch)).body;
    const other = await createMember(owner.familyId, "admin");
    await put(other, id, { message: "At two.", isActive: false });
    expect(await put(owner, id, { title: "Sunday tea" })).toMatchObject({
      status: 200,
      body: { title: "Sunday tea", message: "At two.", isActive: false },
    });
    expect(await notified()).toEqual([]);
    expect(await put(owner, id, {})).toMatchObject({
      status: 400,
      body: { message: "There is nothing to change" },
    });
  });

  test("that is hidden is gone for members but not for admins, and can be shown again", async () => {
    const id = await storeNotice(owner);
    expect((await put(owner, id, { ...lunch, isActive: false })).body).toMatchObject({ isActive: false });
    expect(await board(member)).toEqual([]);
    expect(await board(owner)).toMatchObject([{ id, isActive: false }]);
    expect((await likes(member, id)).status).toBe(404);
    expect((await toggle(member, id)).status).toBe(404);
    expect((await toggle(owner, id)).body).toMatchObject({ count: 1 });
    await put(owner, id, { ...lunch, isActive: true });
    expect(await board(member)).toMatchObject([{ id, isActive: true }]);
  });

  test("is deleted with its likes; the second time it is not found", async () => {
    const id = await storeNotice(owner);
    await toggle(member, id);
    const answers = await Promise.all([remove(owner, id), remove(owner, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect([await db.notice.count(), await db.noticeLike.count()]).toEqual([0, 0]);
  });

  test("of another family can't be changed, deleted or liked, as if it didn't exist", async () => {
    const stranger = await createOwner();
    const id = await storeNotice(owner);
    const tries = [put(stranger, id, lunch), remove(stranger, id), likes(stranger, id), toggle(stranger, id)];
    for (const answer of await Promise.all(tries)) expect(answer.status).toBe(404);
    expect(await db.noticeLike.count()).toBe(0);
    for (const answer of [await toggle(member, id), await put(owner, id, lunch), await remove(owner, id)]) {
      expect([200, 204]).toContain(answer.status);
    }
  });
});

describe("the family is notified of a notice", () => {
  test("once each, except its author and those who switched such notifications off", async () => {
    const quiet = await createMember(owner.familyId, "member", {
      settings: { notifications: { notice: false } },
    });
    const { body } = await post(owner, { title: "Lunch", message: `${"word ".repeat(30)}end` });
    expect(await notified()).toEqual([
      {
        userId: member.userId,
        kind: "notice",
        title: "New notice: Lunch",
        message: `${"word ".repeat(23)}word…`,
        url: `/#notice-${body.id}`,
      },
    ]);
    expect(quiet.userId).not.toBe(member.userId);
  });

  test("with its current text", async () => {
    const { body } = await post(owner, lunch);
    await put(owner, body.id, { title: "Sunday tea", message: "At four." });
    expect(await notified()).toMatchObject([{ title: "New notice: Sunday tea", message: "At four." }]);
    await put(owner, body.id, { title: "Tea" });
    expect(await notified()).toMatchObject([{ title: "New notice: Tea", message: "At four." }]);
  });

  test("no more once it is hidden or deleted, and not again when it is shown again", async () => {
    const first = (await post(owner, lunch)).body.id;
    const second = (await post(owner, lunch)).body.id;
    expect(await notified()).toHaveLength(2);
    await put(owner, first, { ...lunch, isActive: false });
    await put(owner, first, { ...lunch, isActive: true });
    expect(await notified()).toHaveLength(1);
    await remove(owner, second);
    expect(await notified()).toEqual([]);
  });
});

describe("liking a notice", () => {
  test("toggles, and says how many like it and who", async () => {
    const id = await storeNotice(owner);
    expect(await toggle(member, id)).toMatchObject({ status: 200, body: { count: 1, isLiked: true } });
    await toggle(owner, id);
    const { body } = await likes(member, id);
    expect(body).toEqual({
      count: 2,
      isLiked: true,
      likes: [
        { id: expect.any(String), userId: member.userId, username: member.username, displayName: "Somebody" },
        { id: expect.any(String), userId: owner.userId, username: owner.username, displayName: "Somebody" },
      ],
    });
    expect(await board(member)).toMatchObject([{ likeCount: 2, isLiked: true }]);
    expect((await toggle(member, id)).body).toMatchObject({ count: 1, isLiked: false });
    expect(await board(member)).toMatchObject([{ likeCount: 1, isLiked: false }]);
  });

  test("sent again with the same Idempotency-Key doesn't toggle back", async () => {
    const id = await storeNotice(owner);
    const headers = { "Idempotency-Key": "press-2" };
    const first = await toggle(member, id, headers);
    expect((await toggle(member, id, headers)).body).toEqual(first.body);
    expect((await likes(member, id)).body.count).toBe(1);
    await toggle(member, id, { "Idempotency-Key": "press-3" });
    expect((await likes(member, id)).body.count).toBe(0);
  });

  test.each([
    [7, 1],
    [8, 0],
  ])("%d presses by one person at once leave %d like, and another's untouched", async (presses, left) => {
    const id = await storeNotice(owner);
    const answers = await Promise.all([
      toggle(owner, id),
      ...Array.from({ length: presses }, () => toggle(member, id)),
    ]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { body } = await likes(owner, id);
    expect(body.count).toBe(1 + left);
    expect(body.isLiked).toBe(true);
  });

  test("while it is being deleted ends without the notice, never with a server error", async () => {
    for (let round = 0; round < 8; round++) {
      const id = await storeNotice(owner);
      const answers = await Promise.all([toggle(member, id), remove(owner, id), toggle(owner, id)]);
      for (const { status } of answers) expect([200, 204, 404]).toContain(status);
      expect(await db.noticeLike.count()).toBe(0);
    }
  });
});
