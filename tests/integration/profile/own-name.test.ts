import type { UserDto } from "@/lib/account/accounts/schema";
import type { OwnNameDto } from "@/lib/account/profile/schema";
import type { CommentDto } from "@/lib/album/comments/schema";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import type { NoticeDto, NoticeLikesDto } from "@/lib/album/notices/schema";
import { db } from "@/lib/db";
import type { FamilyMemberDto, FamilyUserDto } from "@/lib/family/families/schema";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";
import { storeNotice } from "@/tests/support/board-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  createPerson,
  emptyProfile,
  type FamilyPerson,
  join,
  openSession,
  type Person,
  storeMedia,
} from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { letOrdersGo, storeBasketItem } from "@/tests/support/print-calls";

withTestDatabase();

const choose = (as: Person | null, title: unknown) =>
  call<OwnNameDto & { field?: string }>("PUT", "/api/user/name", {
    ...(as ? { cookie: as.cookie } : {}),
    json: { title },
  });
const get = async <T>(as: Person, path: string) => (await call<T>("GET", path, { cookie: as.cookie })).body;
const post = <T>(as: Person, path: string, json: object = {}) =>
  call<T>("POST", path, { cookie: as.cookie, json });
const me = (as: Person) => get<UserDto>(as, "/api/auth/me");

test("a member without an address chooses a name, changes it, and removes it", async () => {
  const { familyId } = await createOwner();
  const rose = await createMember(familyId, "member", emptyProfile);
  expect((await me(rose)).displayName).toBe("Somebody");
  expect(await choose(rose, " Grandma  ")).toMatchObject({
    status: 200,
    body: { title: "Grandma", displayName: "Grandma" },
  });
  expect((await choose(rose, "Grandma")).status).toBe(200);
  expect(await me(rose)).toMatchObject({ title: "Grandma", displayName: "Grandma", username: rose.username });
  expect((await choose(rose, "  ")).body).toEqual({ title: null, displayName: "Somebody" });
});

test("someone without a family is called by the username until they choose a name", async () => {
  const ada = await createPerson();
  expect((await me(ada)).displayName).toBe(ada.username);
  expect((await choose(ada, "Ada")).body.displayName).toBe("Ada");
});

test.each([["a".repeat(61)], ["Look at www.evil.example"], [7], [undefined]])(
  "%j is refused at its field and changes nothing",
  async (title) => {
    const ada = await createPerson({ title: "Mum" });
    expect(await choose(ada, title)).toMatchObject({ status: 400, body: { field: "title" } });
    expect((await me(ada)).displayName).toBe("Mum");
  },
);

test("a visitor can't set a name", async () => {
  expect((await choose(null, "Mum")).status).toBe(401);
});

describe("someone who chose to be called Grandma", () => {
  let owner: FamilyPerson;
  let rose: FamilyPerson;
  let mediaId: string;
  beforeEach(async () => {
    owner = await createOwner();
    rose = await createMember(owner.familyId);
    await db.familyMember.updateMany({ where: { userId: rose.userId }, data: { nickname: "Rosie" } });
    await choose(rose, "Grandma");
    mediaId = (await storeMedia(rose, { hasFiles: false })).id;
  });

  test("is Grandma on pictures, hearts, comments and tags", async () => {
    await post(rose, "/api/hearts", { mediaId });
    const comment = await post<CommentDto>(rose, `/api/media/${mediaId}/comments`, { text: "Lovely" });
    expect(comment.body.displayName).toBe("Grandma");
    const people = await get<FamilyMemberDto[]>(owner, "/api/family-members");
    const entry = people.find(({ userId }) => userId === rose.userId);
    expect(entry).toMatchObject({ nickname: "Rosie", displayName: "Grandma" });
    await call("PUT", `/api/media/${mediaId}/tags`, {
      cookie: owner.cookie,
      json: { memberIds: [entry?.id] },
    });
    const seen = await get<MediaDetailDto>(owner, `/api/media/${mediaId}`);
    expect(seen).toMatchObject({
      heartedBy: [{ userId: rose.userId, name: "Grandma" }],
      tags: [{ displayName: "Grandma" }],
    });
    expect(JSON.stringify(seen)).not.toMatch(/Rosie|Somebody/);
    expect(seen.uploadedBy).toMatchObject({ name: "Grandma" });
  });

  test("is Grandma on notices and likes", async () => {
    const admin = await createMember(owner.familyId, "admin");
    await choose(admin, "Mum");
    const id = await storeNotice(admin);
    await post(rose, `/api/notices/${id}/like`);
    expect(await get<NoticeDto[]>(owner, "/api/notices")).toMatchObject([{ createdByName: "Mum" }]);
    expect((await get<NoticeLikesDto>(owner, `/api/notices/${id}/likes`)).likes).toMatchObject([
      { displayName: "Grandma" },
    ]);
  });

  test("is Grandma on print orders and in the admins' notifications", async () => {
    await storeBasketItem(rose);
    await post(rose, "/api/print/basket/checkout", { shippingAddress: "1 Garden Lane, Leeds" });
    await letOrdersGo();
    const orders = await get<AdminPrintOrderDto[]>(owner, "/api/admin/print-orders");
    expect(orders).toMatchObject([{ orderedBy: { userId: rose.userId, displayName: "Grandma" } }]);
    const notifications = await db.notification.findMany({
      where: { userId: owner.userId, kind: "printOrder" },
      select: { message: true },
    });
    expect(notifications).toEqual([{ message: "Grandma ordered 1 print." }]);
  });

  test("is Grandma in invitations and in mails to her", async () => {
    const admin = await createMember(owner.familyId, "admin");
    await choose(admin, "Mum");
    await db.family.update({ where: { id: owner.familyId }, data: { tier: "family" } });
    await post(admin, "/api/invitations", { username: "newcomer", email: "new@example.org", isAdmin: false });
    const [invitation] = await writtenMessages({ template: "invitation" });
    expect(invitation).toMatchObject({ subject: "Mum invites you to The Okafors" });
    await post(rose, "/api/auth/forgot-password", { email: rose.email });
    await post(rose, "/api/auth/change-password", {
      currentPassword: "correct horse battery",
      newPassword: "a quiet sunday lunch",
      confirmPassword: "a quiet sunday lunch",
    });
    const [changed] = await writtenMessages({ template: "passwordChanged" });
    expect(changed?.text).toContain("Hello Grandma,");
  });

  test("is Grandma in the account list, in every family of hers", async () => {
    const other = await createOwner({ name: "The Lindqvists" });
    await join(rose.userId, other.familyId, "member");
    for (const reader of [owner, other]) {
      const users = await get<FamilyUserDto[]>(reader, "/api/users");
      expect(users.find(({ id }) => id === rose.userId)?.displayName).toBe("Grandma");
    }
    const there = await openSession(rose.userId, other.familyId);
    expect((await me({ ...rose, ...there })).displayName).toBe("Grandma");
  });
});

test("a name used in one family is not revealed to another", async () => {
  const one = await createOwner();
  const other = await createOwner({ name: "The Lindqvists" });
  await join(one.userId, other.familyId, "member");
  await db.familyMember.updateMany({
    where: { userId: one.userId, familyId: other.familyId },
    data: { nickname: "Cousin Amara" },
  });
  await storeBasketItem(one);
  await post(one, "/api/print/basket/checkout", { shippingAddress: "1 Garden Lane, Leeds" });
  await letOrdersGo();
  expect(await get(one, "/api/admin/print-orders")).toMatchObject([
    { orderedBy: { displayName: "Somebody" } },
  ]);
  const there = await openSession(one.userId, other.familyId);
  expect((await me({ ...one, ...there })).displayName).toBe("Cousin Amara");
  expect((await me(one)).displayName).toBe("Somebody");
});
