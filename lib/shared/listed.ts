const lists = {
  and: new Intl.ListFormat("en-GB", { type: "conjunction" }),
  or: new Intl.ListFormat("en-GB", { type: "disjunction" }),
};

/** Formats "Ada", "Ada and Ife", "Ada, Ife and Nana"; with "or" instead of "and" if asked. */
export const listed = (words: Iterable<string>, by: keyof typeof lists = "and"): string =>
  lists[by].format(words);
