import { allAtOnce } from "@/lib/shared/yield-to-page";

/** The properties by which pictures are compared. */
export interface Shot {
  id: string;
  /** As `PictureMeasures.likeness`. */
  likeness: string;
  tone: readonly [number, number, number];
  width: number;
  height: number;
  /** Wall-clock time in milliseconds, to the second; null if only the day is known, or nothing. */
  takenMs: number | null;
  sharpness: number;
  isDark: boolean;
  isBlurred?: boolean;
  /** An edited copy: someone cared about it. */
  isEdited: boolean;
  /** Already in the album, whatever else is found. */
  isSettled?: boolean;
}

export interface SimilarSet {
  /** The one to keep: in the album, edited, neither dark nor blurred, larger, sharpest. */
  best: string;
  /** The others, in the order they were taken. */
  others: string[];
}

/** Bits that may differ between a picture and a smaller or paler copy of it. */
const sameBits = 3;
/** Bits that may differ between consecutive shots: people have moved. */
const burstBits = 12;
const burstGapMs = 4000;
/** Every shot must still be this close to its burst's first, or the burst drifts into another scene. */
const burstDriftBits = 18;
const toneGap = 22;
/** How far aspect ratios may differ: pictures that were rotated or cropped count as different. */
const aspectGap = 0.03;

const bitsOfByte = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

function bytesOf(likeness: string): Uint8Array {
  const bytes = new Uint8Array(8);
  for (let at = 0; at < 8; at++) bytes[at] = Number.parseInt(likeness.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

function distance(one: Uint8Array, other: Uint8Array): number {
  let bits = 0;
  for (let at = 0; at < 8; at++) bits += bitsOfByte[(one[at] ?? 0) ^ (other[at] ?? 0)] ?? 0;
  return bits;
}

/** How many of 64 bits differ between two pictures. */
export const likenessDistance = (one: string, other: string) => distance(bytesOf(one), bytesOf(other));

function areNoise(bytes: Uint8Array): boolean {
  const set = bytes.reduce((sum, byte) => sum + (bitsOfByte[byte] ?? 0), 0);
  return set < 6 || set > 58;
}

/** A clear sky or a black frame: its bits are noise and match a hundred others. */
export const isLowInformation = (likeness: string) => areNoise(bytesOf(likeness));

const shotsInOneStep = 50;

interface Known extends Shot {
  bytes: Uint8Array;
}

const hasSameShape = (one: Pick<Shot, "width" | "height">, other: Pick<Shot, "width" | "height">) =>
  Math.abs(one.width / one.height - other.width / other.height) < aspectGap * (one.width / one.height);

const hasSameTone = (one: Pick<Shot, "tone">, other: Pick<Shot, "tone">) =>
  one.tone.every((value, at) => Math.abs(value - (other.tone[at] ?? 0)) <= toneGap);

function areSame(one: Known, other: Known): boolean {
  if (areNoise(other.bytes) || !hasSameShape(one, other) || !hasSameTone(one, other)) return false;
  return distance(one.bytes, other.bytes) <= sameBits;
}

type Compared = Pick<Shot, "likeness" | "tone" | "width" | "height">;

/** Whether two pictures are the same one, saved again. */
export const isSamePicture = (one: Compared, other: Compared): boolean =>
  hasSameShape(one, other) &&
  hasSameTone(one, other) &&
  !isLowInformation(other.likeness) &&
  likenessDistance(one.likeness, other.likeness) <= sameBits;

function isBurst(shot: Known, last: Known, first: Known): boolean {
  if (shot.takenMs === null || last.takenMs === null) return false;
  if (Math.abs(shot.takenMs - last.takenMs) > burstGapMs || !hasSameShape(shot, last)) return false;
  return distance(shot.bytes, last.bytes) <= burstBits && distance(shot.bytes, first.bytes) <= burstDriftBits;
}

function better(one: Shot, other: Shot): Shot {
  if (one.isSettled !== other.isSettled) return one.isSettled ? one : other;
  if (one.isEdited !== other.isEdited) return one.isEdited ? one : other;
  if (one.isDark !== other.isDark) return one.isDark ? other : one;
  if (one.isBlurred !== other.isBlurred) return one.isBlurred ? other : one;
  const ratio = (one.width * one.height) / (other.width * other.height);
  if (ratio > 1.2 || ratio < 1 / 1.2) return ratio > 1 ? one : other;
  return other.sharpness > one.sharpness ? other : one;
}

/**
 * Finds bursts (similar, and taken within seconds of each other) and near-duplicates (the same picture saved twice, at
 * any time). Each picture is in at most one set; those without a match are in none. Work grows with the number of
 * pictures, not with its square: only pictures that share an eighth of their bits are compared.
 */
export const findSimilarSets = (shots: readonly Shot[]): SimilarSet[] => allAtOnce(findingSimilarSets(shots));

/** The same, step by step. */
export function* findingSimilarSets(shots: readonly Shot[]): Generator<void, SimilarSet[]> {
  const ordered = shots
    .map((shot) => ({ ...shot, bytes: bytesOf(shot.likeness) }))
    .sort((a, b) => (a.takenMs ?? Infinity) - (b.takenMs ?? Infinity) || (a.id < b.id ? -1 : 1));
  const sets: Known[][] = [];
  const setOf = new Map<string, Known[]>();
  // Eight bands: two pictures that differ in three bits agree in at least five bands.
  const bands = Array.from({ length: 8 }, () => new Map<number, Known[]>());
  let previous: Known | null = null;
  for (const [at, shot] of ordered.entries()) {
    if (at % shotsInOneStep === 0) yield;
    const like = findSimilar(shot, previous);
    const set = like ? (setOf.get(like.id) ?? [like]) : null;
    if (set && like) {
      if (set.length === 1) {
        sets.push(set);
        setOf.set(like.id, set);
      }
      set.push(shot);
      setOf.set(shot.id, set);
    }
    for (const [band, byBits] of bands.entries()) {
      const bits = shot.bytes[band] ?? 0;
      const bucket = byBits.get(bits);
      if (bucket) bucket.push(shot);
      else byBits.set(bits, [shot]);
    }
    previous = shot;
  }

  function findSimilar(shot: Known, last: Known | null): Known | null {
    const first = last && (setOf.get(last.id)?.[0] ?? last);
    if (last && first && isBurst(shot, last, first)) return last;
    if (areNoise(shot.bytes)) return null;
    // Four bands are enough to find everything that differs in three bits.
    for (const [band, byBits] of bands.slice(0, sameBits + 1).entries()) {
      const found = byBits.get(shot.bytes[band] ?? 0)?.find((other) => areSame(shot, other));
      if (found) return found;
    }
    return null;
  }

  return sets.map((set) => {
    const best = set.reduce<Shot>((chosen, shot) => better(chosen, shot), set[0] as Shot);
    return { best: best.id, others: set.filter((shot) => shot !== best).map(({ id }) => id) };
  });
}
