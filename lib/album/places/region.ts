/** A point on the earth, in degrees, north and east positive. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Metres per degree of latitude. */
export const metresPerDegree = 111_195;
/** The height of a region: about 11 km, so that a region has the area of a town. */
const regionDegrees = 0.1;

const tenThousandths = (value: number) => Math.round(value * 10_000) / 10_000;

/**
 * The centre of the region a point is in. Regions are a fixed grid of cells about 11 km wide and high: however many
 * photos are shown there, their mean is the same centre, which says no more than one of them does.
 */
export function regionCentre({ latitude, longitude }: Point): Point {
  const rows = 180 / regionDegrees;
  const row = Math.min(rows - 1, Math.floor((latitude + 90) / regionDegrees));
  const centreLatitude = (row + 0.5) * regionDegrees - 90;
  const columns = Math.max(1, Math.round((360 / regionDegrees) * Math.cos((centreLatitude * Math.PI) / 180)));
  const column = Math.min(columns - 1, Math.floor(((longitude + 180) / 360) * columns));
  return {
    latitude: tenThousandths(centreLatitude),
    longitude: tenThousandths(((column + 0.5) / columns) * 360 - 180),
  };
}
