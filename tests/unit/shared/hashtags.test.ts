import fc from "fast-check";
import { asHashtag, hashtagsIn, splitAtHashtags } from "@/lib/shared/hashtags";

test.each([
  ["#sea", ["sea"]],
  ["#Sea and #SEA", ["sea"]],
  ["at the #sea, #beach! (#sun)", ["sea", "beach", "sun"]],
  ["#été_2024 #海辺 #Ёлка #नमस्ते", ["été_2024", "海辺", "ёлка", "नमस्ते"]],
  ["C#5, a#b, &#39; and ##twice", []],
  ["# alone, #!", []],
  ["#a-b", ["a"]],
  ["#1", ["1"]],
  ["", []],
])("%j contains %j", (description, hashtags) => {
  expect(hashtagsIn(description)).toEqual(hashtags);
});

test("a hashtag ends after 50 characters", () => {
  expect(hashtagsIn(`#${"a".repeat(60)}`)).toEqual(["a".repeat(50)]);
});

test("a description split into parts joins to the same description, and its hashtags stay the same", () => {
  const texts = fc.array(fc.constantFrom("#", "sea", " ", "é", "海", "_", "1", ",", "#Sun", "\n", "&#39;"), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(texts, (parts) => {
      const description = parts.join("");
      const cut = splitAtHashtags(description);
      expect(cut.map(({ text }) => text).join("")).toBe(description);
      const hashtags = cut.flatMap(({ hashtag }) => hashtag ?? []);
      expect([...new Set(hashtags)]).toEqual(hashtagsIn(description));
    }),
  );
});

test.each([
  ["beach", "#beach"],
  ["  #Beach ", "#Beach"],
  ["Größe_2024", "#Größe_2024"],
  ["two words", null],
  ["#one#two", null],
  ["##beach", null],
  ["#", null],
  ["", null],
  ["a-b", null],
  ["x".repeat(51), null],
])("typed as one hashtag, %j is %j", (typed, hashtag) => {
  expect(asHashtag(typed)).toBe(hashtag);
});
