import { distanceBetween } from "@/lib/faces/recognition/descriptor";

/**
 * How unlike two faces of one person may be, from 0, the same, to 2. Measured (docs/recognition.md): nearer, and one
 * person falls into several groups; farther, and brothers and sisters fall into one, which is harder to put right.
 */
export const samePersonDistance = 0.36;
/** A group whose middle is farther away than this has no face near enough: its faces aren't looked at. */
const reach = samePersonDistance + 0.15;
/** So many of a face's likest neighbours in a group say how near it is: one odd face must not open a group's door. */
const neighbours = 3;
/** Groups whose faces are compared one by one, for each new face. */
export const candidatesForFace = 6;
/** Faces of a group that are compared one by one. */
export const facesForComparison = 24;

export interface GroupMiddle {
  id: string;
  /** Of length 1. */
  middle: Float32Array;
}

/** The groups that a face may belong to, the nearest first. The cost is one comparison a group, whatever they hold. */
export function nearestGroups(face: Float32Array, groups: readonly GroupMiddle[]): string[] {
  return groups
    .map(({ id, middle }) => ({ id, distance: distanceBetween(face, middle) }))
    .filter(({ distance }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance || (one.id < other.id ? -1 : 1))
    .slice(0, candidatesForFace)
    .map(({ id }) => id);
}

/** How far a face is from a group: the mean distance to the few of its faces that are likest. */
export function distanceToFaces(face: Float32Array, faces: readonly Float32Array[]): number {
  if (faces.length === 0) return Number.POSITIVE_INFINITY;
  const nearest = faces
    .map((other) => distanceBetween(face, other))
    .sort((one, other) => one - other)
    .slice(0, neighbours);
  return nearest.reduce((sum, distance) => sum + distance, 0) / nearest.length;
}

/**
 * Says which group each new face of one picture joins; null: none, it begins a group of its own. The surest choose first,
 * and nobody is in a picture twice, so a group takes one of them.
 * @param groups some faces of each group that may be chosen
 */
export function chooseGroups(
  faces: readonly Float32Array[],
  groups: ReadonlyMap<string, readonly Float32Array[]>,
): (string | null)[] {
  const choices = faces
    .flatMap((face, index) =>
      [...groups].map(([id, members]) => ({ index, id, distance: distanceToFaces(face, members) })),
    )
    .filter(({ distance }) => distance <= samePersonDistance)
    .sort((one, other) => one.distance - other.distance || one.index - other.index);
  const chosen: (string | null)[] = faces.map(() => null);
  const taken = new Set<string>();
  for (const { index, id } of choices) {
    if (chosen[index] !== null || taken.has(id)) continue;
    chosen[index] = id;
    taken.add(id);
  }
  return chosen;
}

export interface MergeableGroup extends GroupMiddle {
  faceCount: number;
  /** Somebody named or hid it: it takes others in, and goes into none. */
  isDecided: boolean;
  /** Somebody put a face into it or took it out of another. */
  hasHandPlaced: boolean;
}

/**
 * Which of two groups would go into the other, if they are the same person's; null where only people may decide: both are
 * named or hidden, or a person has parted them by hand.
 */
export function mergeDirection<T extends MergeableGroup>(one: T, other: T): { from: T; into: T } | null {
  if (one.isDecided && other.isDecided) return null;
  const isLarger = one.faceCount === other.faceCount ? one.id < other.id : one.faceCount > other.faceCount;
  const isFirstKept = one.isDecided === other.isDecided ? isLarger : one.isDecided;
  const [into, from] = isFirstKept ? [one, other] : [other, one];
  if (from.hasHandPlaced || (into.hasHandPlaced && !into.isDecided)) return null;
  return { from, into };
}

/** Whether two groups have grown together: their middles and their faces are as near as one person's. */
export function areSamePerson(
  one: { middle: Float32Array; faces: readonly Float32Array[] },
  other: { middle: Float32Array; faces: readonly Float32Array[] },
): boolean {
  if (distanceBetween(one.middle, other.middle) > samePersonDistance) return false;
  const distances = one.faces.map((face) => distanceToFaces(face, other.faces));
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / (distances.length || 1);
  return distances.length > 0 && mean <= samePersonDistance;
}

/** Pictures that both groups may be in and yet be one person: a mirror, a picture on the wall, a box drawn twice. */
export const sharedPicturesAllowed = (smallerCount: number): number => Math.floor(smallerCount / 50);
