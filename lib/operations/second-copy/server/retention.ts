import { readBaseName, readChangeName, readSnapshotName } from "@/lib/operations/second-copy/server/names";
import { dayMs, hourMs } from "@/lib/shared/units";

/** A base takes a while, and only moments after its end can be restored from it. */
const longestBaseMs = 6 * hourMs;
/** A base that still lacks the object written after it was interrupted. */
const abandonedMs = 2 * dayMs;

const newest = <T extends { at: Date }>(found: readonly T[]): T | undefined =>
  found.reduce<T | undefined>((best, one) => (best && best.at >= one.at ? best : one), undefined);

/**
 * The copy's objects that no moment since `limit` needs.
 * @param names of bases, changes and snapshots
 */
export function expiredNames(names: readonly string[], limit: Date, now: Date): string[] {
  const before = new Date(limit.getTime() - longestBaseMs);
  const bases = names.flatMap((name) => {
    const base = readBaseName(name);
    return base ? [{ name, ...base }] : [];
  });
  const infos = bases.flatMap((base) => (base.from === null ? [] : [{ ...base, from: base.from }]));
  const changes = names.flatMap((name) => {
    const change = readChangeName(name);
    return change ? [{ name, ...change }] : [];
  });
  const expired = new Set<string>();
  const last = newest(infos.filter(({ at }) => at <= before));
  for (const lineage of new Set([...bases, ...changes].map((one) => one.lineage))) {
    const ofLine = <T extends { lineage: string }>(list: readonly T[]) =>
      list.filter((one) => one.lineage === lineage);
    const own = { bases: ofLine(bases), infos: ofLine(infos), changes: ofLine(changes) };
    const end = newest([...own.bases, ...own.changes])?.at ?? now;
    const kept = newest(own.infos.filter(({ at }) => at <= before));
    for (const base of own.bases) {
      const isWhole = own.infos.some(({ at }) => at.getTime() === base.at.getTime());
      const isAbandoned = !isWhole && base.at.getTime() < now.getTime() - abandonedMs;
      if ((kept && base.at < kept.at) || isAbandoned || (last && end < last.at)) expired.add(base.name);
    }
    for (const change of own.changes) {
      if ((kept && change.to <= kept.from) || (last && end < last.at)) expired.add(change.name);
    }
  }
  const snapshots = names.flatMap((name) => {
    const at = readSnapshotName(name);
    return at ? [{ name, at }] : [];
  });
  const firstKept = newest(snapshots.filter(({ at }) => at <= limit));
  for (const { name, at } of snapshots) if (firstKept && at < firstKept.at) expired.add(name);
  return [...expired];
}
