/** One or two initials in upper case: of the first and last word, or of a single word; "?" for none. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = picked.map(
    (word) => [...(word ?? "")].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? "",
  );
  return letters.join("").toLocaleUpperCase() || "?";
}

/** A hue of 0 to 359 degrees, always the same for the same name whatever its case. */
export function nameHue(name: string): number {
  let hash = 0;
  for (const letter of name.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return Math.round(hash / 10) % 360;
}
