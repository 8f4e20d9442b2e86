import { refusalMessage, refusalsOf } from "@/lib/album/batch/server/refusals";

const words = {
  not_yours: ["belongs to someone else", "belong to other people"],
  gone: ["is gone", "are gone"],
} as const;

test.each([
  [3, 41, "3 of 41 belong to other people."],
  [1, 41, "1 of 41 belongs to someone else."],
  [41, 41, "All 41 belong to other people."],
  [1, 1, "This one belongs to someone else."],
  [1_204, 5_000, "1,204 of 5,000 belong to other people."],
])("%i of %i are reported as a sentence", (count, asked, sentence) => {
  expect(refusalMessage(count, asked, words.not_yours)).toBe(sentence);
});

test("every reason is counted once, missing items last, and successes not at all", () => {
  const outcomes = ["changed", "gone", "not_yours", "gone", "changed"] as const;
  expect(refusalsOf(outcomes, 7, words)).toEqual([
    { code: "not_yours", count: 1, message: "1 of 7 belongs to someone else." },
    { code: "gone", count: 2, message: "2 of 7 are gone." },
    { code: "not_found", count: 2, message: "2 of 7 could not be found." },
  ]);
  expect(refusalsOf<keyof typeof words>(["changed"], 1, words)).toEqual([]);
});
