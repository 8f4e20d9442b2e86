import fc from "fast-check";
import { addHashtag, hasHashtag, removeHashtag } from "@/lib/album/hashtags/description-hashtags";
import { hashtagsIn } from "@/lib/shared/hashtags";

test.each([
  ["", "#family", "#family "],
  ["At the lake", "#summer", "At the lake #summer "],
  ["At the lake ", "summer", "At the lake #summer "],
  ["At the lake\n", "#summer", "At the lake\n#summer "],
  ["At the #Lake", "#lake", "At the #Lake"],
])("adding to '%s' the hashtag %s", (text, hashtag, result) => {
  expect(addHashtag(text, hashtag)).toBe(result);
});

test.each([
  ["At the #lake with Nana", "lake", "At the with Nana"],
  ["#lake day", "lake", "day"],
  ["A day #lake", "#LAKE", "A day "],
  ["#Lake and #lake", "lake", "and "],
  ["#lakeside", "lake", "#lakeside"],
  ["One\n#lake\nTwo", "lake", "One\n\nTwo"],
])("taking out of '%s' the hashtag %s", (text, hashtag, result) => {
  expect(removeHashtag(text, hashtag)).toBe(result);
});

test("whatever the text, a hashtag is there once added and gone once removed; the others stay", () => {
  const text = fc.string({ unit: fc.constantFrom("#", "a", "b", " ", "\n", ".", "é") });
  fc.assert(
    fc.property(text, (before) => {
      const added = addHashtag(before, "#zoo");
      expect(hasHashtag(added, "zoo")).toBe(true);
      expect(addHashtag(added, "#ZOO")).toBe(added);
      expect(hashtagsIn(removeHashtag(added, "zoo"))).toEqual(hashtagsIn(before));
    }),
  );
});
