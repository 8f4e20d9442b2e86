import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { shouldShowPrintBanner } from "@/lib/shop/prints/server/banner-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});
const put = (json: object, cookie = owner.cookie) => call("PUT", "/api/user/print-banner", { cookie, json });
const isDue = (as = owner, now = new Date()) => shouldShowPrintBanner(as as unknown as MemberActor, now);
const nextMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
};

test("once closed, the banner about free prints is gone until the next month, for this person on every device", async () => {
  const member = await createMember(owner.familyId);
  expect(await isDue()).toBe(true);
  expect(await put({ isClosed: true })).toMatchObject({ status: 200, body: { isClosed: true } });
  expect([await isDue(), await isDue(member)]).toEqual([false, true]);
  expect(await isDue(owner, nextMonth())).toBe(true);
});

test("left open, it stays for the day, and not on the month's other days", async () => {
  await put({ isClosed: false });
  await put({ isClosed: false });
  expect(await isDue()).toBe(true);
  const monthStart = new Date(new Date().toISOString().slice(0, 8).concat("01T00:00:00Z"));
  await db.user.update({
    where: { id: owner.userId },
    data: { bannerSeenOn: monthStart },
    select: { id: true },
  });
  const laterThatMonth = new Date(monthStart.getTime() + 5 * 86_400_000);
  expect(await isDue(owner, laterThatMonth)).toBe(false);
});

test("seen again, it keeps the day on which it was first seen; bad input and strangers are refused", async () => {
  const monthStart = new Date(new Date().toISOString().slice(0, 8).concat("01T00:00:00Z"));
  await db.user.update({
    where: { id: owner.userId },
    data: { bannerSeenOn: monthStart },
    select: { id: true },
  });
  await put({ isClosed: false });
  const { bannerSeenOn } = await db.user.findUniqueOrThrow({
    where: { id: owner.userId },
    select: { bannerSeenOn: true },
  });
  expect(bannerSeenOn).toEqual(monthStart);
  expect(await put({ isClosed: "yes" })).toMatchObject({ status: 400, body: { field: "isClosed" } });
  expect((await call("PUT", "/api/user/print-banner", { json: { isClosed: true } })).status).toBe(401);
});
