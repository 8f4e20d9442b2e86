// Letters of any script, with their marks; digits and underscore. "C#5" is not a hashtag: it starts inside a word.
const hashtagPattern = /(?<![\p{L}\p{M}\p{N}_&#])#([\p{L}\p{M}\p{N}_]{1,50})/gu;

/** A description's hashtags in order of appearance, lower case, without the #, each once. */
export function hashtagsIn(description: string): string[] {
  const found = new Set<string>();
  for (const match of description.matchAll(hashtagPattern)) {
    if (match[1]) found.add(match[1].toLowerCase());
  }
  return [...found];
}

export interface DescriptionPart {
  text: string;
  /** Lower case, without the #; set on parts that are hashtags. */
  hashtag?: string;
}

/**
 * The description split into plain text and hashtags, to be shown with links; joining the parts' texts gives the input.
 */
export function splitAtHashtags(description: string): DescriptionPart[] {
  const parts: DescriptionPart[] = [];
  let end = 0;
  for (const match of description.matchAll(hashtagPattern)) {
    if (match.index > end) parts.push({ text: description.slice(end, match.index) });
    parts.push({ text: match[0], hashtag: (match[1] ?? "").toLowerCase() });
    end = match.index + match[0].length;
  }
  if (end < description.length) parts.push({ text: description.slice(end) });
  return parts;
}

/**
 * What someone typed as one hashtag, prefixed with #.
 * @param typed with or without the #
 * @returns null if it isn't one, or is more than one
 */
export function asHashtag(typed: string): string | null {
  const hashtag = `#${typed.trim().replace(/^#/, "")}`;
  const parts = splitAtHashtags(hashtag);
  return parts.length === 1 && parts[0]?.hashtag !== undefined ? hashtag : null;
}
