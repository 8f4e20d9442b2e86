import { describeNews } from "@/lib/shared/news-text";

test.each([
  [["Grandpa"], 14, 0, "Grandpa added 14 photos while you were out."],
  [["Grandpa"], 1, 0, "Grandpa added 1 photo while you were out."],
  [["Ben"], 0, 2, "Ben added 2 videos while you were out."],
  [["Ben", "Grandpa"], 3, 1, "Ben and Grandpa added 3 photos and 1 video while you were out."],
  [["Ben", "Ama", "Grandpa"], 3, 0, "Ben, Ama and Grandpa added 3 photos while you were out."],
  [
    ["Ben", "Ama", "Kofi", "Grandpa"],
    1234,
    0,
    "Ben, Ama and 2 others added 1,234 photos while you were out.",
  ],
])("for %j, %i photos and %i videos", (names, photos, videos, words) => {
  expect(describeNews({ names, photos, videos })).toBe(words);
});
