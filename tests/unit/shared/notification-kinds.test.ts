import { NotificationKind } from "@/lib/generated/prisma/enums";
import { allKinds, countedKinds, mutableKinds } from "@/lib/shared/notification-kinds";

test("every kind in the database is described", () => {
  expect(allKinds.toSorted()).toEqual(Object.values(NotificationKind).toSorted());
});

test("account notifications can't be switched off; new photos, memories and notices light no badge", () => {
  expect(allKinds.filter((kind) => !mutableKinds.some((mutable) => mutable === kind))).toEqual(["account"]);
  expect(allKinds.filter((kind) => !countedKinds.includes(kind))).toEqual([
    "newPictures",
    "onThisDay",
    "notice",
  ]);
});
