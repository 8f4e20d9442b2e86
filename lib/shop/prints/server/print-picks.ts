import { findSimilarSets, type Shot } from "@/lib/album/similar/likeness";
import { blurredUnder } from "@/lib/album/similar/picture-kind";
import { type LikedPicture, pictureWorth } from "@/lib/album/similar/picture-worth";

/** What is known about a picture that could be printed. */
export interface PrintCandidate extends Omit<LikedPicture, "sharpness"> {
  id: string;
  /** When it was taken, or else added: pictures of one day are much the same. */
  at: Date;
  /** By the person it is suggested to. */
  isHearted: boolean;
  /** null until it has been measured. */
  shot: Shot | null;
  isPaper: boolean;
  /** In the basket or ordered: neither it nor anything like it is suggested. */
  isTaken: boolean;
}

/** Each picture of a day lowers the worth of the next one by this much. */
const sameDayCost = 2.5;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** How much the person would like it on paper. */
const worthOf = ({ shot, isHearted, ...picture }: PrintCandidate) =>
  pictureWorth({ ...picture, sharpness: shot?.sharpness ?? null }) + (isHearted ? 2 : 0);

/** Shaken and dark pictures are printed if someone loves them; screenshots and documents never. */
function isPrintable({ shot, isPaper, isTaken, hearts }: PrintCandidate): boolean {
  if (isPaper || isTaken) return false;
  return hearts > 0 || !shot || (!shot.isDark && shot.sharpness >= blurredUnder);
}

/**
 * The pictures that a family would most like on paper, best first: by hearts, people, words and sharpness, spread over
 * the days, never two that are similar.
 */
export function pickPrints(candidates: readonly PrintCandidate[], count: number): string[] {
  const setOf = new Map<string, number>();
  for (const [set, { best, others }] of findSimilarSets(
    candidates.flatMap(({ shot }) => shot ?? []),
  ).entries())
    for (const id of [best, ...others]) setOf.set(id, set);
  const usedSets = new Set(candidates.flatMap(({ id, isTaken }) => (isTaken ? (setOf.get(id) ?? []) : [])));
  const open = candidates
    .filter(isPrintable)
    .map((candidate) => ({ ...candidate, day: dayOf(candidate.at), worth: worthOf(candidate) }))
    .sort((a, b) => b.worth - a.worth || b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  const ofDay = new Map<string, number>();
  const picked: string[] = [];
  while (picked.length < count) {
    let best: (typeof open)[number] | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const candidate of open) {
      // In order of worth: nothing after this can be worth more.
      if (candidate.worth <= most) break;
      const set = setOf.get(candidate.id);
      if (picked.includes(candidate.id) || (set !== undefined && usedSets.has(set))) continue;
      const value = candidate.worth - sameDayCost * (ofDay.get(candidate.day) ?? 0);
      if (value > most) {
        best = candidate;
        most = value;
      }
    }
    if (!best) break;
    picked.push(best.id);
    ofDay.set(best.day, (ofDay.get(best.day) ?? 0) + 1);
    const set = setOf.get(best.id);
    if (set !== undefined) usedSets.add(set);
  }
  return picked;
}
