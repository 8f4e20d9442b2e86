/** How many pictures are left is counted up to here; beyond, nobody reads the number. */
export const maxCountedPictures = 10_000;
