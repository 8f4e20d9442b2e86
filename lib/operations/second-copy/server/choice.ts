import type { BaseInfo } from "@/lib/operations/second-copy/server/base-service";
import type { Change } from "@/lib/operations/second-copy/server/names";
import { positionOf, segmentStart } from "@/lib/operations/second-copy/server/wal-position";

/** A base and what to replay on it. */
export interface Plan {
  changes: Change[];
  /** Everything committed before then is restored. */
  until: Date;
  /** The restore point to stop at; null: at the first commit after `until`. */
  point: Date | null;
  /** Whether every original of that moment is in the copy. */
  isWhole: boolean;
}

/** The changes that can be replayed on a base without a gap, in order. */
function unbroken(changes: readonly Change[], from: bigint): Change[] {
  const sorted = changes
    .filter(({ to }) => to > from)
    .sort((a, b) => (a.from === b.from ? Number(a.to - b.to) : a.from < b.from ? -1 : 1));
  const chain: Change[] = [];
  let end = from;
  for (const change of sorted) {
    if (change.from > end) break;
    if (change.to <= end) continue;
    chain.push(change);
    end = change.to;
  }
  return chain;
}

/**
 * Plans what to replay on a base to reach a moment.
 * @param at null for the last moment whose originals are all there
 * @returns null if the base can't reach any moment, or none that early
 */
export function planRestore(info: BaseInfo, changes: readonly Change[], at: Date | null): Plan | null {
  const from = segmentStart(positionOf(info.from), info.segmentBytes);
  const endedAt = new Date(info.endedAt);
  const chain = unbroken(changes, from);
  // Until the base ended, its files aren't of one moment.
  const points = chain.filter(({ kind, at: point }) => kind === "whole" && point > endedAt);
  const last = points.at(-1);
  if (!last || (at !== null && at <= endedAt)) return null;
  const upTo = (point: Change) => chain.slice(0, chain.indexOf(point) + 1);
  const safe = points.reduce((best, one) => (one.safe >= best.safe ? one : best), last);
  const toPoint = (point: Change) => ({
    changes: upTo(point),
    until: point.at,
    point: point.at,
    isWhole: point.safe >= point.at,
  });
  if (at === null && safe.safe >= safe.at) return toPoint(safe);
  const until = at ?? safe.safe;
  // A restore to a moment stops at a commit, which is in the first point after that moment.
  const next = points.find((point) => point.at > until);
  if (!next || until <= endedAt) return toPoint(at === null ? last : safe.safe >= safe.at ? safe : last);
  return { changes: upTo(next), until, point: null, isWhole: until <= safe.safe };
}
