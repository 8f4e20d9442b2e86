/** A text for LIKE, in which its wildcards mean themselves: Prisma's `contains` leaves them as they are. */
export const likeText = (text: string): string => text.trim().replace(/[\\%_]/g, "\\$&");
