import { findSimilarSets, type Shot } from "@/lib/album/similar/likeness";
import { blurredUnder, isScreenshotName } from "@/lib/album/similar/picture-kind";
import { type LikedPicture, pictureWorth } from "@/lib/album/similar/picture-worth";
import { hourMs } from "@/lib/shared/units";

/** What is known about an item taken on a day. */
export interface MemoryCandidate extends Omit<LikedPicture, "people" | "sharpness"> {
  id: string;
  fileName: string;
  isVideo: boolean;
  /** Its camera's time, as if it were UTC. */
  takenAt: Date;
  /** The people tagged in it. */
  memberIds: readonly string[];
  /** A photo that the worker has measured. */
  isMeasured: boolean;
  /** Its file names a camera. */
  hasCamera: boolean;
  isPaper: boolean;
  /** null for a video, an unmeasured photo, and a photo too plain to compare. */
  shot: Shot | null;
}

export interface MemoryPick {
  id: string;
  year: number;
  /** 0: the year's best. */
  place: number;
  worth: number;
}

/** Picks stored per year, several times as many as are shown: some readers don't see all of them. */
export const keptAYear = 24;

/** Each photo of one hour, or with the same people, lowers the worth of the next. */
const sameHourCost = 1;
const samePeopleCost = 0.5;

/**
 * Never a screenshot or a document. A photo that hasn't been measured waits, unless it comes from a camera, so that an
 * import's photos are available immediately. Blurry and dark photos are remembered if someone loves them.
 */
function isMemory(candidate: MemoryCandidate): boolean {
  const { fileName, isVideo, isMeasured, hasCamera, isPaper, hearts, shot } = candidate;
  if (isPaper || isScreenshotName(fileName)) return false;
  if (isVideo) return true;
  if (!isMeasured) return hasCamera;
  return hearts > 0 || !shot || (!shot.isDark && shot.sharpness >= blurredUnder);
}

interface Open {
  id: string;
  worth: number;
  takenMs: number;
  hour: number;
  people: string;
  set: number | undefined;
}

/** The best items, best first: never two similar ones, and spread over hours and people. */
function pickBest(open: readonly Open[], most: number): Open[] {
  const picked: Open[] = [];
  const usedSets = new Set<number>();
  const ofHour = new Map<number, number>();
  const ofPeople = new Map<string, number>();
  const left = new Set(open);
  const valueNow = ({ worth, hour, people }: Open) =>
    worth - sameHourCost * (ofHour.get(hour) ?? 0) - samePeopleCost * (ofPeople.get(people) ?? 0);
  while (picked.length < most) {
    let best: Open | null = null;
    let highest = Number.NEGATIVE_INFINITY;
    for (const candidate of left) {
      // In order of worth: nothing after this can be worth more.
      if (candidate.worth <= highest) break;
      if (candidate.set !== undefined && usedSets.has(candidate.set)) continue;
      const value = valueNow(candidate);
      if (value > highest) {
        best = candidate;
        highest = value;
      }
    }
    if (!best) break;
    picked.push(best);
    left.delete(best);
    ofHour.set(best.hour, (ofHour.get(best.hour) ?? 0) + 1);
    ofPeople.set(best.people, (ofPeople.get(best.people) ?? 0) + 1);
    if (best.set !== undefined) usedSets.add(best.set);
  }
  return picked;
}

/** Groups similar photos: bursts and copies. */
function findSets(candidates: readonly MemoryCandidate[]): Map<string, number> {
  const sets = findSimilarSets(candidates.flatMap(({ shot }) => shot ?? []));
  return new Map(
    sets.flatMap(({ best, others }, set) => [best, ...others].map((id): [string, number] => [id, set])),
  );
}

/** The best items, best first: by hearts, people, words and sharpness, never two of one burst. */
export function chooseBest(all: readonly MemoryCandidate[], most: number): { id: string; worth: number }[] {
  const candidates = all.filter(isMemory);
  const setOf = findSets(candidates);
  // Only what the choice needs: there can be thousands of them.
  const open = candidates.map((candidate): Open => {
    const { id, memberIds, hearts, isFeatured, comments, hasDescription, shot } = candidate;
    const takenMs = candidate.takenAt.getTime();
    const people = memberIds.length;
    const sharpness = shot?.sharpness ?? null;
    return {
      id,
      takenMs,
      hour: Math.floor(takenMs / hourMs),
      people: people > 0 ? [...memberIds].sort().join() : "nobody",
      set: setOf.get(id),
      worth: pictureWorth({ hearts, isFeatured, people, comments, hasDescription, sharpness }),
    };
  });
  const sorted = open.sort(
    (one, other) => other.worth - one.worth || one.takenMs - other.takenMs || (one.id < other.id ? -1 : 1),
  );
  return pickBest(sorted, most).map(({ id, worth }) => ({ id, worth }));
}

/** The best of a period. */
export interface Chosen<Period> {
  period: Period;
  /** Best first. */
  picks: { id: string; worth: number }[];
}

/** The items worth remembering from each period. */
export function chooseByPeriod<Candidate extends MemoryCandidate, Period>(
  candidates: readonly Candidate[],
  periodOf: (candidate: Candidate) => Period,
  mostOf: (period: Period) => number,
): Chosen<Period>[] {
  return [...Map.groupBy(candidates.filter(isMemory), periodOf)].map(([period, among]) => ({
    period,
    picks: chooseBest(among, mostOf(period)),
  }));
}

/** The items of one day of the year that are worth remembering, year by year. */
export const chooseMemories = (candidates: readonly MemoryCandidate[]): MemoryPick[] =>
  chooseByPeriod(
    candidates,
    ({ takenAt }) => takenAt.getUTCFullYear(),
    () => keptAYear,
  ).flatMap(({ period: year, picks }) => picks.map((pick, place) => ({ ...pick, year, place })));
