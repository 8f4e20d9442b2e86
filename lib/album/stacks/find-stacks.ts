import { isSamePicture, likenessDistance, type Shot } from "@/lib/album/similar/likeness";
import { blurredUnder } from "@/lib/album/similar/picture-kind";
import { hasEditedName, hasMessengerName, sharedStem } from "@/lib/album/stacks/stack-names";

/** The properties by which an album's photos are compared. */
export interface StackPhoto extends Omit<Shot, "likeness" | "isSettled" | "isBlurred"> {
  fileName: string;
  uploaderId: string | null;
  uploadMs: number;
  bytes: number;
  isRaw: boolean;
  /** Make and model; null if the file doesn't say. */
  camera: string | null;
  /** A screenshot or a document: different ones look alike. */
  isPaper: boolean;
  /** null for a plain photo, or one that couldn't be measured. */
  likeness: string | null;
  hearts: number;
  /** The photo that covers it. */
  coveredById: string | null;
  /** Someone has decided how it is stacked. */
  isDecided: boolean;
}

export interface FoundStack {
  top: string;
  covered: string[];
}

/** A camera's burst: the longest gap between shots, and the longest duration. */
const burstGapMs = 2_000;
const burstSpanMs = 30_000;
/** Two similar photos are a choice that people made; three within seconds are a burst. */
const minBurst = 3;
/** Bits that may differ from the previous shot, as people move, and from the first, so that it stays one scene. */
const nextBits = 12;
const sceneBits = 18;
/** Files of one shot have the same time, give or take rounding. */
const sameShotMs = 2_000;
/** For photos without a time: files uploaded together. */
const batchMs = 15 * 60_000;

const areWithin = (bits: number, one: StackPhoto, other: StackPhoto) =>
  one.likeness !== null && other.likeness !== null && likenessDistance(one.likeness, other.likeness) <= bits;

/** Whether both say they were taken at the same moment or, if neither says when, were uploaded together. */
function isOneShot(one: StackPhoto, other: StackPhoto): boolean {
  if (one.uploaderId !== other.uploaderId) return false;
  if (one.takenMs !== null && other.takenMs !== null) {
    return Math.abs(one.takenMs - other.takenMs) <= sameShotMs;
  }
  if (one.takenMs !== other.takenMs && !areWithin(sceneBits, one, other)) return false;
  return Math.abs(one.uploadMs - other.uploadMs) <= batchMs;
}

/** A raw photo and the JPEG or HEIC of the same shot, or an original and its edited copy, according to their names. */
function areVersions(one: StackPhoto, other: StackPhoto): boolean {
  if (sharedStem(one.fileName) !== sharedStem(other.fileName) || !isOneShot(one, other)) return false;
  if (hasEditedName(one.fileName) !== hasEditedName(other.fileName)) return true;
  const areAlike = one.likeness === null || other.likeness === null || areWithin(sceneBits, one, other);
  return one.isRaw !== other.isRaw && areAlike;
}

/** Sent through a messenger, or stripped of everything that a camera writes. */
const isCopy = ({ fileName, takenMs, camera }: StackPhoto) =>
  hasMessengerName(fileName) || (takenMs === null && camera === null);

const pixels = ({ width, height }: StackPhoto) => width * height;

/** The largest share of the original's pixels a copy has; above it, only a messenger's file name marks a copy. */
const smallerShare = 0.9;

/** A copy of the same picture, no larger: anyone's, at any time. */
function isCopyOf(copy: StackPhoto, original: StackPhoto): boolean {
  if (!isCopy(copy) || copy.isPaper || original.isPaper || pixels(copy) > pixels(original)) return false;
  if (copy.likeness === null || original.likeness === null) return false;
  if (pixels(copy) > smallerShare * pixels(original) && !hasMessengerName(copy.fileName)) return false;
  return isSamePicture({ ...copy, likeness: copy.likeness }, { ...original, likeness: original.likeness });
}

/** Runs of shots that one camera took within seconds, each like the previous one. */
function burstsOf(photos: readonly StackPhoto[]): StackPhoto[][] {
  const shots = photos.filter(
    ({ takenMs, camera, likeness, isRaw, fileName }) =>
      takenMs !== null && camera !== null && likeness !== null && !isRaw && !hasEditedName(fileName),
  );
  const bursts: StackPhoto[][] = [];
  for (const ofCamera of Map.groupBy(shots, ({ uploaderId, camera }) => `${uploaderId} ${camera}`).values()) {
    ofCamera.sort((a, b) => (a.takenMs ?? 0) - (b.takenMs ?? 0) || (a.id < b.id ? -1 : 1));
    let burst: StackPhoto[] = [];
    for (const shot of ofCamera) {
      const [first] = burst;
      const last = burst.at(-1);
      if (!first || !last || !goesOn(first, last, shot)) {
        burst = [];
        bursts.push(burst);
      }
      burst.push(shot);
    }
  }
  return bursts.filter(({ length }) => length >= minBurst);
}

function goesOn(first: StackPhoto, last: StackPhoto, shot: StackPhoto): boolean {
  const since = (other: StackPhoto) => (shot.takenMs ?? 0) - (other.takenMs ?? 0);
  const hasSameSize = shot.width === last.width && shot.height === last.height;
  return (
    since(last) <= burstGapMs &&
    since(first) <= burstSpanMs &&
    hasSameSize &&
    areWithin(nextBits, shot, last) &&
    areWithin(sceneBits, shot, first)
  );
}

/** The better of two photos for the top: it is shown in lists and opened first. */
function better(one: StackPhoto, other: StackPhoto): StackPhoto {
  const prefer = (isWorse: (photo: StackPhoto) => boolean) =>
    isWorse(one) === isWorse(other) ? null : isWorse(one) ? other : one;
  const known =
    prefer(({ isRaw }) => isRaw) ??
    // An edited photo is one that someone cared about.
    prefer(({ fileName, isEdited }) => !isEdited && !hasEditedName(fileName)) ??
    prefer(isCopy) ??
    prefer(({ isDark }) => isDark) ??
    prefer(({ sharpness, likeness }) => likeness !== null && sharpness < blurredUnder);
  if (known) return known;
  if (one.hearts !== other.hearts) return one.hearts > other.hearts ? one : other;
  if (pixels(one) !== pixels(other)) return pixels(one) > pixels(other) ? one : other;
  if (one.sharpness !== other.sharpness) return one.sharpness > other.sharpness ? one : other;
  return one.id < other.id ? one : other;
}

/**
 * Which of these photos belong on one tile: bursts, raw photos with their JPEG, edited copies, and copies from
 * messengers. Photos that someone has decided about aren't touched. Existing stacks grow and never fall apart.
 */
export function findStacks(all: readonly StackPhoto[]): FoundStack[] {
  const photos = all.filter(({ isDecided }) => !isDecided);
  const stackOf = new Map(photos.map((photo) => [photo.id, new Set([photo])] as const));
  const join = (one: StackPhoto, other: StackPhoto) => {
    const [into, from] = [stackOf.get(one.id), stackOf.get(other.id)];
    if (!into || !from || into === from) return;
    for (const photo of from) {
      into.add(photo);
      stackOf.set(photo.id, into);
    }
  };
  const byId = new Map(photos.map((photo) => [photo.id, photo] as const));
  for (const photo of photos) {
    const covering = byId.get(photo.coveredById ?? "");
    if (covering) join(covering, photo);
  }
  for (const [first, ...others] of burstsOf(photos)) {
    for (const other of others) if (first) join(first, other);
  }
  for (const named of Map.groupBy(photos, ({ fileName }) => sharedStem(fileName)).values()) {
    for (const one of named) for (const other of named) if (areVersions(one, other)) join(one, other);
  }
  for (const copy of photos) {
    const original = photos
      .filter((one) => one !== copy && isCopyOf(copy, one))
      .reduce<StackPhoto | null>((best, one) => (best ? better(best, one) : one), null);
    if (original) join(original, copy);
  }
  return [...new Set(stackOf.values())].flatMap((stack) => {
    const [first, ...others] = stack;
    if (!first || others.length === 0) return [];
    const top = others.reduce(better, first);
    return [{ top: top.id, covered: [...stack].filter((photo) => photo !== top).map(({ id }) => id) }];
  });
}
