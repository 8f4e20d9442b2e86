/** How many remaining pictures are counted at most; beyond this, nobody reads the number. */
export const maxCountedPictures = 10_000;
