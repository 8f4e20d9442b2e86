import { splitAtHashtags } from "@/lib/shared/hashtags";

const plain = (hashtag: string) => hashtag.replace(/^#/, "").toLowerCase();

/** @param hashtag with or without its #, in any case */
export function hasHashtag(description: string, hashtag: string): boolean {
  return splitAtHashtags(description).some((part) => part.hashtag === plain(hashtag));
}

/** Appends a hashtag, unless it is already there (specification 5). */
export function addHashtag(description: string, hashtag: string): string {
  if (hasHashtag(description, hashtag)) return description;
  const gap = description === "" || /\s$/.test(description) ? "" : " ";
  return `${description}${gap}#${hashtag.replace(/^#/, "")} `;
}

/** Removes a hashtag wherever it occurs, with the gap it would leave. */
export function removeHashtag(description: string, hashtag: string): string {
  let text = "";
  for (const part of splitAtHashtags(description)) {
    if (part.hashtag !== plain(hashtag))
      text += /[^\S\n]$|^$/.test(text) ? part.text.replace(/^[^\S\n]+/, "") : part.text;
  }
  return text;
}
