/** Replaces a text this reader can't see: that one exists is no secret. */
export const maskedText = "•••";
