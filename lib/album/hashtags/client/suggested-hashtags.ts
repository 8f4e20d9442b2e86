/** Specification 9.5. */
export const hashtagSuggestionsShown = 8;

const plain = (hashtag: string) => hashtag.replace(/^#/, "").toLowerCase();

/**
 * Hashtags to feature next: those in use, in their order, that aren't featured yet, ignoring case (specification 5),
 * and that contain what was typed so far.
 */
export function suggestedHashtags(
  existing: readonly { hashtag: string }[],
  featured: readonly { hashtag: string }[],
  typed = "",
): string[] {
  const taken = new Set(featured.map(({ hashtag }) => plain(hashtag)));
  const wanted = plain(typed.trim());
  return existing
    .map(({ hashtag }) => hashtag)
    .filter((hashtag) => !taken.has(plain(hashtag)) && plain(hashtag).includes(wanted))
    .slice(0, hashtagSuggestionsShown);
}
