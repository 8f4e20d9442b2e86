/** Points' coordinates are whole numbers of this fraction of a degree, about a metre. */
export const pointsPerDegree = 100_000;
/** The place id of photos taken away from any town. */
export const noTownId = 0;
