/** A text for LIKE with its wildcards escaped: Prisma's `contains` doesn't escape them. */
export const likeText = (text: string): string => text.trim().replace(/[\\%_]/g, "\\$&");
