/** Stands for a text that this reader may not see: that there is one is no secret. */
export const maskedText = "•••";
