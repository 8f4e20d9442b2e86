import { noticePreview } from "@/lib/shared/notice-preview";

test.each([
  ["short", { text: "short", isCut: false }],
  ["a".repeat(90), { text: "a".repeat(90), isCut: false }],
  ["a".repeat(91), { text: "a".repeat(90), isCut: true }],
  [`${"a".repeat(85)}     end`, { text: "a".repeat(85), isCut: true }],
  // An emoji outside the basic plane is one character, and is never cut in half.
  ["😀".repeat(90), { text: "😀".repeat(90), isCut: false }],
  ["😀".repeat(91), { text: "😀".repeat(90), isCut: true }],
])("of %j the board shows the first 90 characters", (message, preview) => {
  expect(noticePreview(message)).toEqual(preview);
});
