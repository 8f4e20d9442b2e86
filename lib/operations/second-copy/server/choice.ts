import type { BaseInfo } from "@/lib/operations/second-copy/server/base-service";
import type { Change } from "@/lib/operations/second-copy/server/names";
import { positionOf, segmentStart } from "@/lib/operations/second-copy/server/wal-position";

/** A base and what to replay on it. */
export interface Plan {
  changes: Change[];
  /** What is restored: everything committed before then. */
  until: Date;
  /** The restore point to stop at; null: at the first commit after `until`. */
  point: Date | null;
  /** Whether every original of that moment is in the copy. */
  isWhole: boolean;
}

/** Those that can be replayed on a base without a gap, in order. */
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
 * What to replay on a base to get to a moment.
 * @param at null: the last moment whose originals are all there
 * @returns null when the base can't be brought to any moment, or not to one as early
 */
export function planRestore(info: BaseInfo, changes: readonly Change[], at: Date | null): Plan | null {
  const from = segmentStart(positionOf(info.from), info.segmentBytes);
  const endedAt = new Date(info.endedAt);
  const chain = unbroken(changes, from);
  // Before its end the base's files aren't of one moment.
  const points = chain.filter((change) => change.kind !== "part" && change.at > endedAt);
  const lastWhole = points.findLast(({ kind }) => kind === "whole");
  const last = lastWhole ?? points.at(-1);
  if (!last || (at !== null && at <= endedAt)) return null;
  const upTo = (point: Change) => chain.slice(0, chain.indexOf(point) + 1);
  // The commit that a restore to a moment stops at is in the first point after it.
  const next = at === null ? undefined : points.find((point) => point.at > at);
  if (at !== null && next) {
    return {
      changes: upTo(next),
      until: at,
      point: null,
      isWhole: lastWhole !== undefined && at <= lastWhole.at,
    };
  }
  return { changes: upTo(last), until: last.at, point: last.at, isWhole: last === lastWhole };
}
