import { distanceBetween } from "@/lib/faces/recognition/descriptor";

/**
 * How much two faces of one person may differ, from 0, identical, to 2. Measured (docs/recognition.md): any lower, and
 * one person is split into several groups; any higher, and siblings end up in one, which is harder to correct.
 */
export const samePersonDistance = 0.36;
/** A group whose mean is farther away than this has no face that is close enough: its faces aren't compared. */
const reach = samePersonDistance + 0.15;
/** How many of a group's most similar faces decide its distance: a single odd face must not be enough. */
const neighbours = 3;
/** How many groups have their faces compared one by one, for each new face. */
export const candidatesForFace = 6;
/** How many faces of a group are compared one by one. */
export const facesForComparison = 24;

export interface GroupMiddle {
  id: string;
  /** Of length 1. */
  middle: Float32Array;
}

/** The groups that a face may belong to, nearest first. It costs one comparison per group, whatever its size. */
export function nearestGroups(face: Float32Array, groups: readonly GroupMiddle[]): string[] {
  return groups
    .map(({ id, middle }) => ({ id, distance: distanceBetween(face, middle) }))
    .filter(({ distance }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance || (one.id < other.id ? -1 : 1))
    .slice(0, candidatesForFace)
    .map(({ id }) => id);
}

/** How far a face is from a group: the mean distance to its few most similar faces. */
export function distanceToFaces(face: Float32Array, faces: readonly Float32Array[]): number {
  if (faces.length === 0) return Number.POSITIVE_INFINITY;
  const nearest = faces
    .map((other) => distanceBetween(face, other))
    .sort((one, other) => one - other)
    .slice(0, neighbours);
  return nearest.reduce((sum, distance) => sum + distance, 0) / nearest.length;
}

/**
 * Decides which group each new face of one picture joins; null: none, it starts its own. The closest matches choose
 * first, and nobody is in a picture twice, so a group takes only one of them.
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
  /** Someone has named or hidden it: others can be merged into it, but it can't be merged into another. */
  isDecided: boolean;
  /** Someone has put a face into it or taken it out of another. */
  hasHandPlaced: boolean;
}

/**
 * Which of two groups to merge into the other if they are the same person's; null if only people can decide: both are
 * named or hidden, or someone has separated them by hand.
 */
export function mergeDirection<T extends MergeableGroup>(one: T, other: T): { from: T; into: T } | null {
  if (one.isDecided && other.isDecided) return null;
  const isLarger = one.faceCount === other.faceCount ? one.id < other.id : one.faceCount > other.faceCount;
  const keepsFirst = one.isDecided === other.isDecided ? isLarger : one.isDecided;
  const [into, from] = keepsFirst ? [one, other] : [other, one];
  if (from.hasHandPlaced || (into.hasHandPlaced && !into.isDecided)) return null;
  return { from, into };
}

/** Whether two groups are the same person's by now: their means and their faces are close enough. */
export function areSamePerson(
  one: { middle: Float32Array; faces: readonly Float32Array[] },
  other: { middle: Float32Array; faces: readonly Float32Array[] },
): boolean {
  if (distanceBetween(one.middle, other.middle) > samePersonDistance) return false;
  const distances = one.faces.map((face) => distanceToFaces(face, other.faces));
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / (distances.length || 1);
  return distances.length > 0 && mean <= samePersonDistance;
}

/** How many pictures two groups of one person may share: a mirror, a photo on the wall, a face detected twice. */
export const sharedPicturesAllowed = (smallerCount: number): number => Math.floor(smallerCount / 50);
