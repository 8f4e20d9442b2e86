/** The maximum number of remaining pictures to count; beyond this, the exact number doesn't matter. */
export const maxCountedPictures = 10_000;
