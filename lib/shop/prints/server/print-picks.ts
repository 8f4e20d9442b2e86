import { findLikeSets, type Shot } from "@/lib/album/similar/likeness";
import { blurredUnder } from "@/lib/album/similar/picture-kind";

/** What is known of a picture that could be printed. */
export interface PrintCandidate {
  id: string;
  /** When it was taken, else added: pictures of one day are much the same. */
  at: Date;
  hearts: number;
  /** By the person who would have it printed. */
  isHearted: boolean;
  isFeatured: boolean;
  /** People tagged on it. */
  people: number;
  comments: number;
  hasWords: boolean;
  /** null until it was measured. */
  shot: Shot | null;
  isPaper: boolean;
  /** In the basket or ordered: it is not suggested, and nothing like it is. */
  isTaken: boolean;
}

/** Each picture of a day makes its next one worth so much less. */
const sameDayCost = 2.5;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** How much a family seems to like a picture. The first heart tells more than the tenth. */
function worth({ hearts, isHearted, isFeatured, people, comments, hasWords, shot }: PrintCandidate): number {
  const loved = 3 * Math.log2(1 + hearts) + (isHearted ? 2 : 0) + (isFeatured ? 3 : 0);
  const told = 1.5 * Math.min(people, 4) + Math.log2(1 + comments) + (hasWords ? 0.5 : 0);
  const sharp = shot ? Math.min(2, Math.log2(Math.max(1, shot.sharpness) / blurredUnder) / 3) : 0;
  return loved + told + sharp;
}

/** Shaken and dark ones are printed where somebody loves them; screenshots and documents never. */
function isPrintable({ shot, isPaper, isTaken, hearts }: PrintCandidate): boolean {
  if (isPaper || isTaken) return false;
  return hearts > 0 || !shot || (!shot.isDark && shot.sharpness >= blurredUnder);
}

/**
 * The pictures of these that a family would most like on paper, the best first: hearts, people, words and sharpness,
 * spread over the days, never two that are alike.
 */
export function pickPrints(candidates: readonly PrintCandidate[], count: number): string[] {
  const setOf = new Map<string, number>();
  for (const [set, { best, others }] of findLikeSets(candidates.flatMap(({ shot }) => shot ?? [])).entries())
    for (const id of [best, ...others]) setOf.set(id, set);
  const usedSets = new Set(candidates.flatMap(({ id, isTaken }) => (isTaken ? (setOf.get(id) ?? []) : [])));
  const open = candidates
    .filter(isPrintable)
    .map((candidate) => ({ ...candidate, day: dayOf(candidate.at), worth: worth(candidate) }))
    .sort((a, b) => b.worth - a.worth || b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  const ofDay = new Map<string, number>();
  const picked: string[] = [];
  while (picked.length < count) {
    let best: (typeof open)[number] | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const candidate of open) {
      // In order of worth: what follows can't be worth more.
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
