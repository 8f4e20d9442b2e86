/** The most people that can be tagged in one picture. */
export const maxTagsPerItem = 50;
