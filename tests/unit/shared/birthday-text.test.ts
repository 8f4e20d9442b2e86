import { describeBirthday } from "@/lib/shared/birthday-text";

test.each([
  [0, "Ife's birthday is today"],
  [1, "Ife's birthday is tomorrow"],
  [2, "Ife's birthday is in 2 days"],
  [15, "Ife's birthday is in 15 days"],
])("a birthday in %d days is announced", (days, words) => {
  expect(describeBirthday("Ife", days)).toBe(words);
});

test("one's own birthday is called so", () => {
  expect(describeBirthday("Ife", 0, true)).toBe("Your birthday is today");
});
