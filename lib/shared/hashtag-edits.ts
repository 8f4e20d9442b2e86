import { hashtagsIn, splitAtHashtags } from "@/lib/shared/hashtags";

/** The description with a hashtag at its end; unchanged where it is in it already (specification 5). */
export function addHashtag(description: string, hashtag: string): string {
  const name = hashtag.replace(/^#/, "");
  if (hashtagsIn(description).includes(name.toLowerCase())) return description;
  return `${description}${description && !/\s$/.test(description) ? " " : ""}#${name}`;
}

/** The description without a hashtag, wherever it stands and however it is written. */
export function removeHashtag(description: string, hashtag: string): string {
  const name = hashtag.replace(/^#/, "").toLowerCase();
  return splitAtHashtags(description)
    .reduce((text, part) => {
      if (part.hashtag === name) return text;
      // The space before a removed hashtag went with it.
      return /[^\S\n]$/.test(text) ? text + part.text.replace(/^[^\S\n]+/, "") : text + part.text;
    }, "")
    .replace(/[^\S\n]+$/, "");
}
