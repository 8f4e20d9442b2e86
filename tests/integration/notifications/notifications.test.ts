import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import { type NotificationEvent, notify } from "@/lib/core/notify/server/notify-service";
import { db } from "@/lib/db";
import type { NotificationCountDto, NotificationPageDto } from "@/lib/notify/notifications/schema";
import { renderNotifications } from "@/lib/notify/notifications/server/notification-text-service";
import { findOwnNotification } from "@/lib/notify/notifications/server/service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
  type Person,
  storeMedia,
} from "@/tests/support/factories";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const list = async ({ cookie }: Person, query = "") =>
  (await call<NotificationPageDto>("GET", `/api/notifications${query}`, { cookie })).body;
const count = async ({ cookie, userId }: Person, kind = "notifications") =>
  (await call<NotificationCountDto>("GET", `/api/${kind}/count/${userId}`, { cookie })).body.count;
const counts = async (person: Person) => [await count(person), await count(person, "admin-notifications")];
const markRead = ({ cookie, userId }: Person, json?: object) =>
  call("POST", `/api/notifications/mark-read/${userId}`, { cookie, ...(json ? { json } : {}) });
const markAdminRead = ({ cookie, userId }: Person) =>
  call("POST", `/api/admin-notifications/${userId}/mark-read`, { cookie });

async function tell(
  { familyId, userId }: FamilyPerson,
  audience: Parameters<typeof notify>[1],
  event: Partial<NotificationEvent> = {},
) {
  const tagged = { kind: "tagged", title: "You're in a photo", message: "Amara tagged you" } as const;
  return notify({ ...tagged, familyId, actorId: userId, url: "/tagged", ...event }, audience);
}

async function twoPeople() {
  const amara = await createOwner();
  return { amara, nana: await createMember(amara.familyId) };
}

describe("the list", () => {
  test("has what the person was notified of in this family, newest first, and nobody else's", async () => {
    const { amara, nana } = await twoPeople();
    const ben = await createMember(amara.familyId);
    await tell(amara, [nana.userId], { title: "First" });
    await tell(amara, [ben.userId], { title: "Ben's" });
    const picture = await storeMedia(amara, { hasFiles: false });
    const url = `/view-image/${picture.id}`;
    await tell(amara, [nana.userId], { title: "Second", url, mediaId: picture.id });
    const { items, pagination } = await list(nana);
    expect(items.map(({ title }) => title)).toEqual(["Second", "First"]);
    expect(items[0]).toEqual({
      id: expect.any(String),
      kind: "tagged",
      title: "Second",
      message: "Amara tagged you",
      url,
      mediaId: picture.id,
      createdAt: expect.any(String),
      readAt: null,
    });
    expect(items[1]).not.toHaveProperty("mediaId");
    expect(pagination).toEqual({ total: 2, limit: 30, offset: 0, hasMore: false });
    expect((await list(amara)).items).toEqual([]);
  });

  test("is paged by cursor, even while more arrive, and by offset", async () => {
    const { amara, nana } = await twoPeople();
    for (const title of ["1", "2", "3", "4", "5"]) await tell(amara, [nana.userId], { title });
    const first = await list(nana, "?limit=2");
    await tell(amara, [nana.userId], { title: "6" });
    const second = await list(nana, `?limit=2&cursor=${first.nextCursor}`);
    const third = await list(nana, `?limit=2&cursor=${second.nextCursor}`);
    const titles = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title));
    expect(titles).toEqual(["5", "4", "3", "2", "1"]);
    expect([first.pagination.hasMore, third.pagination.hasMore, third.nextCursor]).toEqual([
      true,
      false,
      null,
    ]);
    const byOffset = await list(nana, "?limit=2&offset=4");
    expect(byOffset.items.map(({ title }) => title)).toEqual(["2", "1"]);
  });

  test("says nothing about what is in the trash until it is restored", async () => {
    const { amara, nana } = await twoPeople();
    const { id: mediaId } = await storeMedia(amara, { hasFiles: false });
    await tell(amara, [nana.userId], { mediaId });
    await db.media.updateMany({ where: { id: mediaId }, data: { deletedAt: new Date() } });
    expect([(await list(nana)).pagination.total, await count(nana)]).toEqual([0, 0]);
    await db.media.updateMany({ where: { id: mediaId }, data: { deletedAt: null } });
    expect([(await list(nana)).items.length, await count(nana)]).toEqual([1, 1]);
  });

  test("is for the family currently selected", async () => {
    const { amara, nana } = await twoPeople();
    const other = await createOwner({ name: "The cousins" });
    await join(nana.userId, other.familyId, "member");
    await tell(amara, [nana.userId], { title: "Ours" });
    await tell(other, [nana.userId], { title: "Theirs" });
    const there = { ...nana, ...(await openSession(nana.userId, other.familyId)) };
    expect((await list(nana)).items.map(({ title }) => title)).toEqual(["Ours"]);
    expect((await list(there)).items.map(({ title }) => title)).toEqual(["Theirs"]);
    expect([await count(nana), await count(there)]).toEqual([1, 1]);
    await markRead(nana);
    expect([await count(nana), await count(there)]).toEqual([0, 1]);
  });

  test("counts as delivered once it has been listed", async () => {
    const { amara, nana } = await twoPeople();
    await tell(amara, [nana.userId]);
    const delivered = async () =>
      (await db.notification.findFirst({ select: { deliveredAt: true } }))?.deliveredAt;
    expect(await delivered()).toBeNull();
    await list(nana);
    const at = await delivered();
    expect(at).toBeInstanceOf(Date);
    await list(nana);
    expect(await delivered()).toEqual(at);
  });

  test("is removed with the membership", async () => {
    const { amara, nana } = await twoPeople();
    await tell(amara, [nana.userId]);
    const answer = await call("DELETE", `/api/users/${nana.userId}`, { cookie: amara.cookie });
    expect(answer.status).toBe(204);
    expect(await db.notification.count()).toBe(0);
  });
});

describe("the counts", () => {
  test("count what is addressed to the person, and the admins' messages separately", async () => {
    const { amara, nana } = await twoPeople();
    for (const kind of ["tagged", "comment", "account", "printOrder", "notice", "adminMessage"] as const)
      await tell(amara, "family", { kind });
    expect(await counts(nana)).toEqual([4, 1]);
    await markRead(nana);
    expect(await counts(nana)).toEqual([0, 1]);
    await markAdminRead(nana);
    expect(await counts(nana)).toEqual([0, 0]);
  });

  test("a kind that is switched off is neither notified nor counted, except the account's", async () => {
    const { amara, nana } = await twoPeople();
    const json = { notifications: { tagged: false, adminMessage: false } };
    await call("PUT", "/api/user-settings", { cookie: nana.cookie, json });
    const kinds = ["tagged", "adminMessage", "account"] as const;
    for (const kind of kinds) await tell(amara, "family", { kind });
    expect((await list(nana)).items.map(({ kind }) => kind)).toEqual(["account"]);
    expect(await counts(nana)).toEqual([1, 0]);
  });

  test("are read from the index of unread notifications", async () => {
    const { amara, nana } = await twoPeople();
    await tell(amara, [nana.userId]);
    const plan = await db.$transaction(async (client) => {
      await client.$executeRaw`SET LOCAL enable_seqscan = off`;
      return client.$queryRaw<{ "QUERY PLAN": string }[]>`
        EXPLAIN SELECT count(*) FROM "Notification" WHERE "userId" = ${nana.userId}::uuid
          AND "familyId" = ${nana.familyId}::uuid AND "readAt" IS NULL AND kind IN ('tagged', 'comment')`;
    });
    expect(JSON.stringify(plan)).toContain("Notification_unread_idx");
  });
});

describe("marking as read", () => {
  test("marks all, or only those named; repeating it changes nothing", async () => {
    const { amara, nana } = await twoPeople();
    for (const title of ["1", "2", "3"]) await tell(amara, [nana.userId], { title });
    const [newest] = (await list(nana)).items;
    const json = { ids: [newest?.id] };
    expect((await markRead(nana, json)).body).toEqual({ success: true });
    const readAt = async () => (await list(nana)).items.map((item) => item.readAt);
    const [first] = await readAt();
    expect([first, await count(nana)]).toEqual([expect.any(String), 2]);
    await markRead(nana, json);
    await markRead(nana);
    await markRead(nana);
    expect((await readAt())[0]).toBe(first);
    expect(await count(nana)).toBe(0);
  });

  test("leaves other people's, whatever is named", async () => {
    const { amara, nana } = await twoPeople();
    const ben = await createMember(amara.familyId);
    await tell(amara, [ben.userId]);
    const [bens] = (await list(ben)).items;
    expect((await markRead(nana, { ids: [bens?.id] })).status).toBe(200);
    expect(await count(ben)).toBe(1);
    expect((await markRead({ ...nana, userId: ben.userId })).status).toBe(404);
    expect((await markAdminRead({ ...nana, userId: ben.userId })).status).toBe(404);
    expect(await count(ben)).toBe(1);
  });

  test.each([[[]], ["all"], [["not-an-id"]], [null]])("ids can't be %j", async (ids) => {
    const { nana } = await twoPeople();
    expect(await markRead(nana, { ids })).toMatchObject({ status: 400, body: { field: "ids" } });
  });
});

test("someone without a family gets an error that says so", async () => {
  const person = await createPerson();
  const answer = await call("GET", `/api/notifications/count/${person.userId}`, { cookie: person.cookie });
  expect(answer).toMatchObject({ status: 403, body: { code: "no_family" } });
});

test("the same event reported again, even at the same time, notifies once", async () => {
  const { amara, nana } = await twoPeople();
  const event = { eventKey: "tag:1" };
  await Promise.all(Array.from({ length: 8 }, () => tell(amara, [nana.userId], event)));
  expect((await list(nana)).items).toHaveLength(1);
});

describe("rendered as text", () => {
  test("only visible notifications appear, for people who are still in the family", async () => {
    const { amara, nana } = await twoPeople();
    const ben = await createMember(amara.familyId);
    await tell(amara, [nana.userId, ben.userId]);
    await db.membership.deleteMany({ where: { userId: ben.userId } });
    const ids = (await db.notification.findMany({ select: { id: true } })).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(await renderNotifications(ids)).toMatchObject([{ userId: nana.userId, url: "/tagged" }]);
    expect(await renderNotifications([])).toEqual([]);
  });

  test("a pressed push leads to the person's own, in any of their families, and to nobody else's", async () => {
    const { amara, nana } = await twoPeople();
    await tell(amara, [nana.userId]);
    const [told] = (await list(nana)).items;
    const elsewhere = await openSession(nana.userId, null);
    const asked = async (cookie: string, id: string) => {
      const actor = await actorFromCookies(cookie, false);
      return actor && findOwnNotification(actor, id);
    };
    const found = { id: told?.id, familyId: amara.familyId, url: "/tagged" };
    expect(await asked(elsewhere.cookie, told?.id ?? "")).toEqual(found);
    expect(await asked(amara.cookie, told?.id ?? "")).toBeNull();
    expect(await asked(nana.cookie, "not-an-id")).toBeNull();
    expect(await asked((await createMember(await createFamily())).cookie, told?.id ?? "")).toBeNull();
  });
});
