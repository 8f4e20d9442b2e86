/** The part of the sphere around the camera that a 360° photo shows, as shares of the whole sphere. */
export type Panorama = {
  left: number;
  top: number;
  width: number;
  height: number;
  /** How the camera was tilted: degrees by which the picture's horizon is off. */
  pitch: number;
  roll: number;
};

/** Room for rounding. */
const whole = 1.001;

const isShare = (value: number) => value >= 0 && value <= 1;

/** Whether this is a possible part of a sphere. */
export const isOnSphere = ({ left, top, width, height, pitch, roll }: Panorama): boolean =>
  [left, top, width, height].every(isShare) &&
  width > 0 &&
  height > 0 &&
  left + width <= whole &&
  top + height <= whole &&
  Math.abs(pitch) <= 360 &&
  Math.abs(roll) <= 360;
