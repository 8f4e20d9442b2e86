import { originalOfEdited } from "@/lib/album/media/edited-name";
import { wallClockMs, yearMonthOf } from "@/lib/album/media/wall-clock";
import { findingSimilarSets } from "@/lib/album/similar/likeness";
import { isBlurred, isDark } from "@/lib/album/similar/picture-kind";
import { type AlbumSpan, canBeFiled } from "@/lib/album/uploads/fileable-month";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { allAtOnce } from "@/lib/shared/yield-to-page";
import type { ReviewItem } from "@/lib/sorter/review-item";
import { type MomentShot, sharperShotFinder } from "@/lib/sorter/sharper-shot";

export interface MonthGroup extends YearMonth {
  ids: string[];
}

/** Why the month of some pictures is uncertain. */
export type DateUncertainty = "changed" | "unset" | "early" | "undated";

/** Pictures of uncertain date that one answer settles. */
export interface UncertainGroup {
  key: string;
  reason: DateUncertainty;
  /** The month to suggest; null: nothing is known, or the album doesn't go back that far. */
  suggestion: YearMonth | null;
  /** The year that the file states, if the album doesn't go back that far. */
  statedYear: number | null;
  ids: string[];
}

export interface AlikeGroup {
  /** The one that is filed in its month. */
  best: string;
  /** The ones set apart. */
  ids: string[];
}

/** Where everything in the batch is: each item is in exactly one list. */
export interface Arrangement {
  /** Newest first. To be uploaded. */
  months: MonthGroup[];
  uncertain: UncertainGroup[];
  alike: AlikeGroup[];
  blurry: string[];
  documents: string[];
  alreadyInAlbum: string[];
  /** Duplicates within the batch. */
  duplicates: string[];
  skipped: string[];
  rejected: string[];
  /** Not read yet, or the server hasn't been asked yet. */
  waiting: string[];
  uploaded: string[];
}

const monthKey = ({ year, month }: YearMonth) => year * 100 + month;
const byTime = (a: ReviewItem, b: ReviewItem) => {
  const [one, other] = [a.facts?.taken?.at ?? "", b.facts?.taken?.at ?? ""];
  return one < other
    ? -1
    : one > other
      ? 1
      : a.name < b.name
        ? -1
        : a.name > b.name
          ? 1
          : a.id < b.id
            ? -1
            : 1;
};

/** The month an item goes to: the person's choice, else the file's date unless it is a guess; null: uncertain. */
export function monthOfItem(item: ReviewItem, span: AlbumSpan): YearMonth | null {
  if (item.chosenMonth) return item.chosenMonth;
  const taken = item.facts?.taken;
  if (!taken || taken.confidence === "guess") return null;
  const month = yearMonthOf(taken.at);
  return canBeFiled(month, span) ? month : null;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

function uncertaintyOf(item: ReviewItem, span: AlbumSpan): Omit<UncertainGroup, "ids"> {
  const taken = item.facts?.taken;
  const none = { suggestion: null, statedYear: null };
  if (!taken) return { ...none, key: `undated ${folderOf(item.path)}`, reason: "undated" };
  const month = yearMonthOf(taken.at);
  if (!canBeFiled(month, span))
    return { ...none, key: `early ${month.year}`, reason: "early", statedYear: month.year };
  const reason = taken.source === "modified" ? "changed" : "unset";
  return { ...none, key: `${reason} ${monthKey(month)}`, reason, suggestion: month };
}

const certainty = { sure: 2, likely: 1, guess: 0 } as const;
const certaintyOf = ({ chosenMonth, facts }: ReviewItem) =>
  chosenMonth ? 3 : facts?.taken ? certainty[facts.taken.confidence] : -1;

/** Among identical files, the one with the best date stays; the others are duplicates. */
function findDuplicates(items: readonly ReviewItem[]): Set<string> {
  const chosen = new Map<string, ReviewItem>();
  const duplicates = new Set<string>();
  for (const item of items) {
    if (!item.facts) continue;
    const { sha256 } = item.facts;
    const other = chosen.get(sha256);
    const isBetter = !other || certaintyOf(item) > certaintyOf(other);
    if (other) duplicates.add(isBetter ? other.id : item.id);
    if (isBetter) chosen.set(sha256, item);
  }
  return duplicates;
}

const isBlurredOrDark = ({ facts }: ReviewItem) =>
  Boolean(facts?.measures && (isBlurred(facts.measures) || isDark(facts.measures)));

/** To the second; null if that isn't known. */
function takenMsOf({ facts }: ReviewItem): number | null {
  const taken = facts?.taken;
  // A date from a name without a time is set to noon: it doesn't mean that two were taken in the same second.
  const isTimed = taken && taken.source !== "modified" && !taken.at.endsWith("T12:00:00");
  return isTimed ? wallClockMs(taken.at) : null;
}

function momentOf(item: ReviewItem): MomentShot[] {
  const likeness = item.facts?.measures?.likeness;
  return likeness === undefined ? [] : [{ takenMs: takenMsOf(item), likeness }];
}

/** @param settled items in the album: what is similar to them isn't uploaded either */
function* similarSetsOf(items: readonly ReviewItem[], settled: ReadonlySet<string>) {
  return yield* findingSimilarSets(
    items.flatMap((item) => {
      const { id, name, facts } = item;
      if (!facts?.measures || !facts.width || !facts.height) return [];
      const { measures, width, height } = facts;
      return [
        {
          id,
          width,
          height,
          likeness: measures.likeness,
          tone: measures.tone,
          sharpness: measures.sharpness,
          isSettled: settled.has(id),
          isDark: isDark(measures),
          isBlurred: isBlurred(measures),
          isEdited: originalOfEdited(name) !== null,
          takenMs: takenMsOf(item),
        },
      ];
    }),
  );
}

/**
 * Puts everything in its place. In this order: rejected, waiting, uploaded, already in the album, duplicates, left out
 * by a person, screenshots and documents, the lesser of similar pictures, blurred and dark ones of a moment with a
 * sharper picture, uncertain dates, and the months. `keep` exempts an item from being set apart.
 */
export const arrange = (items: readonly ReviewItem[], span: AlbumSpan): Arrangement =>
  allAtOnce(arranging(items, span));

/** The same step by step, for a page that must stay responsive. */
export function* arranging(items: readonly ReviewItem[], span: AlbumSpan): Generator<void, Arrangement> {
  const placed: Arrangement = {
    months: [],
    uncertain: [],
    alike: [],
    blurry: [],
    documents: [],
    alreadyInAlbum: [],
    duplicates: [],
    skipped: [],
    rejected: [],
    waiting: [],
    uploaded: [],
  };
  const months = new Map<number, MonthGroup>();
  const uncertain = new Map<string, UncertainGroup>();
  const duplicates = findDuplicates(items.filter(({ refusal }) => !refusal));
  const open: ReviewItem[] = [];
  yield;
  const ordered = [...items].sort(byTime);
  yield;
  for (const item of ordered) {
    const { id, refusal, facts, known, outcome, decision } = item;
    if (outcome?.state === "uploaded") placed.uploaded.push(id);
    else if (refusal) placed.rejected.push(id);
    else if (!facts || known === undefined) placed.waiting.push(id);
    else if (known) placed.alreadyInAlbum.push(id);
    else if (duplicates.has(id)) placed.duplicates.push(id);
    else if (decision === "leave") placed.skipped.push(id);
    else if (facts.paper && decision !== "keep") placed.documents.push(id);
    else open.push(item);
  }

  yield;
  const lesser = new Set<string>();
  const byId = new Map(open.map((item) => [item.id, item]));
  const settled = new Set([...placed.uploaded, ...placed.alreadyInAlbum]);
  const compared = [...open, ...items.filter(({ id }) => settled.has(id))];
  for (const { best, others } of yield* similarSetsOf(compared, settled)) {
    const ids = others.filter((id) => byId.has(id) && byId.get(id)?.decision !== "keep");
    if (ids.length === 0) continue;
    for (const id of ids) lesser.add(id);
    placed.alike.push({ best, ids });
  }
  yield;
  const isBest = new Set(placed.alike.map(({ best }) => best));
  const sharp = compared.filter((item) => !lesser.has(item.id) && !isBlurredOrDark(item));
  const hasSharper = sharperShotFinder(sharp.flatMap(momentOf));
  for (const item of open) {
    const { id, decision } = item;
    if (lesser.has(id)) continue;
    // The best one of a set is uploaded in any case: the others are left out for it.
    if (decision !== "keep" && !isBest.has(id) && isBlurredOrDark(item) && momentOf(item).some(hasSharper)) {
      placed.blurry.push(id);
      continue;
    }
    const month = monthOfItem(item, span);
    if (month) {
      const group = months.get(monthKey(month)) ?? { ...month, ids: [] };
      group.ids.push(id);
      months.set(monthKey(month), group);
    } else {
      const uncertainty = uncertaintyOf(item, span);
      const group = uncertain.get(uncertainty.key) ?? { ...uncertainty, ids: [] };
      group.ids.push(id);
      uncertain.set(uncertainty.key, group);
    }
  }
  placed.months = [...months.values()].sort((a, b) => monthKey(b) - monthKey(a));
  placed.uncertain = [...uncertain.values()].sort((a, b) => b.ids.length - a.ids.length);
  return placed;
}

/** All ids of an arrangement, once for each place they are in. */
export function idsOf(placed: Arrangement): string[] {
  const { months, uncertain, alike, ...lists } = placed;
  return [...[...months, ...uncertain, ...alike].map(({ ids }) => ids), ...Object.values(lists)].flat();
}
