import { dueDigest } from "@/lib/notify/digest/server/moment";
import { describeWeek, type FamilyWeek } from "@/lib/notify/digest/server/week-text";

const quiet: FamilyWeek = {
  familyName: "The Okafors",
  photos: 0,
  videos: 0,
  comments: 0,
  notices: [],
  uploaders: [],
  birthdays: [],
};

test("a week without any activity has no text", () => {
  expect(describeWeek(quiet)).toBeNull();
});

test.each<[Partial<FamilyWeek>, string]>([
  [{ photos: 1, uploaders: ["Amara"] }, "1 new photo from Amara."],
  [{ videos: 2, uploaders: ["Amara", "Ben"] }, "2 new videos from Amara and Ben."],
  [
    { photos: 3, videos: 1, uploaders: ["A", "B", "C", "D"] },
    "3 new photos and 1 video from A, B, C and someone else.",
  ],
  [{ photos: 3, uploaders: ["A", "B", "C", "D", "E"] }, "3 new photos from A, B, C and 2 others."],
  [{ photos: 2 }, "2 new photos."],
  [{ comments: 1 }, "1 new comment."],
  [{ notices: ["1", "2", "3", "4"] }, "On the notice board: “1”, “2”, “3” and 1 more notice."],
  [{ birthdays: [{ name: "Ife", day: "3 March" }] }, "Ife's birthday is on 3 March."],
])("the week of %j", (week, words) => {
  expect(describeWeek({ ...quiet, ...week })).toBe(`The Okafors: ${words}`);
});

test.each([
  ["2026-11-22T16:59:59Z", null],
  ["2026-11-22T17:00:00Z", "2026-11-22T17:00:00.000Z"],
  ["2026-11-23T16:59:59Z", "2026-11-22T17:00:00.000Z"],
  ["2026-11-23T17:00:00Z", null],
  ["2026-11-28T12:00:00Z", null],
  ["2027-01-03T23:00:00Z", "2027-01-03T17:00:00.000Z"],
])("at %s the mail due is %s", (now, due) => {
  expect(dueDigest(new Date(now))?.toISOString() ?? null).toBe(due);
});
