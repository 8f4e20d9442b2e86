/** Coordinates of points are whole numbers of this part of a degree: a metre. */
export const pointsPerDegree = 100_000;
/** The place of photos that were taken away from any town. */
export const noTownId = 0;
