import { randomNumbers } from "./scene.mjs";

const count = 5000;
const onsets = [
  "b",
  "br",
  "ch",
  "d",
  "f",
  "g",
  "gr",
  "h",
  "k",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "st",
  "t",
  "tr",
  "v",
  "w",
];
const vowels = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const endings = ["", "l", "n", "r", "s", "t", "nd", "ck"];

/** Made-up words of one to three syllables, most frequent first and shortest, all different. */
export const words = makeWords();

function makeWords() {
  const random = randomNumbers(5);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const made = new Set();
  while (made.size < count) {
    const syllables = made.size < 50 ? 1 : made.size < 1500 ? 2 : 3;
    made.add(Array.from({ length: syllables }, () => pick(onsets) + pick(vowels) + pick(endings)).join(""));
  }
  return [...made];
}
