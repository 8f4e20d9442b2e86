import type { RefusalDto } from "@/lib/album/batch/schema";
import { numberText } from "@/lib/shared/counted";

/** How to state a reason for one item, and for several. */
export type RefusalTexts = readonly [one: string, several: string];

/** "3 of 41 belong to other people." */
export function refusalMessage(count: number, asked: number, [one, several]: RefusalTexts): string {
  if (asked === 1) return `This one ${one}.`;
  if (count === asked) return `All ${numberText(asked)} ${several}.`;
  return `${numberText(count)} of ${numberText(asked)} ${count === 1 ? one : several}.`;
}

const notFound: RefusalTexts = ["could not be found", "could not be found"];

/**
 * Why items were left unchanged, in the order of `texts`, which has the wording of each reason.
 * @param outcomes the outcome of each item that was found, in any order
 * @param asked how many items were requested: those without an outcome could not be found
 */
export function refusalsOf<C extends string>(
  outcomes: Iterable<C | "changed">,
  asked: number,
  texts: Record<C, RefusalTexts>,
): RefusalDto[] {
  const counts = new Map<string, number>();
  let found = 0;
  for (const outcome of outcomes) {
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    found++;
  }
  const reasons: [string, RefusalTexts][] = [...Object.entries<RefusalTexts>(texts), ["not_found", notFound]];
  counts.set("not_found", asked - found);
  return reasons.flatMap(([code, said]) => {
    const count = counts.get(code) ?? 0;
    return count > 0 ? [{ code, count, message: refusalMessage(count, asked, said) }] : [];
  });
}
