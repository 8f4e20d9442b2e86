import { setImmediate as breathe } from "node:timers/promises";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db, type Prisma } from "@/lib/db";
import { distanceBetween, normalized, readDescriptor } from "@/lib/faces/recognition/descriptor";
import {
  areSamePerson,
  type MergeableGroup,
  mergeDirection,
  samePersonDistance,
  sharedPicturesAllowed,
} from "@/lib/faces/recognition/server/grouping";
import { mergeGroups, refreshMiddles } from "@/lib/faces/recognition/server/grouping-service";
import { readSomeFaces } from "@/lib/faces/recognition/server/placing-service";

/** How many groups, largest first, are compared: every pair of them, so the cost must be bounded. */
const maxGroups = 1_000;
/** The maximum merges per round; a round that changed something is followed by another, and the next pass continues. */
const maxMerges = 200;
const maxRounds = 5;
const staleAtOnce = 100;

async function readMergeable(client: Prisma.TransactionClient, familyId: string): Promise<MergeableGroup[]> {
  const groups = await client.faceGroup.findMany({
    where: { familyId },
    select: { id: true, centroid: true, faceCount: true, memberId: true, isHidden: true },
    orderBy: [{ faceCount: "desc" }, { id: "asc" }],
    take: maxGroups,
  });
  const handPlaced = await client.face.findMany({
    where: { familyId, placedByHand: true, groupId: { not: null } },
    select: { groupId: true },
    distinct: ["groupId"],
  });
  const touched = new Set(handPlaced.map(({ groupId }) => groupId));
  return groups.map(({ id, centroid, faceCount, memberId, isHidden }) => ({
    id,
    faceCount,
    middle: normalized(readDescriptor(centroid)),
    isDecided: memberId !== null || isHidden,
    hasHandPlaced: touched.has(id),
  }));
}

/** Pairs whose means are close enough, nearest first. Yields in between: thousands of pairs take a while. */
async function findNearPairs(groups: readonly MergeableGroup[]) {
  const pairs: { one: MergeableGroup; other: MergeableGroup; distance: number }[] = [];
  for (const [at, one] of groups.entries()) {
    for (const other of groups.slice(at + 1)) {
      const distance = distanceBetween(one.middle, other.middle);
      if (distance <= samePersonDistance && mergeDirection(one, other)) pairs.push({ one, other, distance });
    }
    if (at % 50 === 49) await breathe();
  }
  return pairs.sort((one, other) => one.distance - other.distance).slice(0, maxMerges);
}

async function countSharedPictures(one: string, other: string): Promise<number> {
  const [row] = await db.$queryRaw<{ shared: number }[]>`
    SELECT count(DISTINCT a."mediaId")::int AS shared FROM "Face" a JOIN "Face" b ON b."mediaId" = a."mediaId"
    WHERE a."groupId" = ${one}::uuid AND b."groupId" = ${other}::uuid`;
  return row?.shared ?? 0;
}

/** Whether two groups are one person's, by their faces and by the pictures that they share. */
async function belongTogether(one: MergeableGroup, other: MergeableGroup): Promise<boolean> {
  const faces = await readSomeFaces(db, [one.id, other.id]);
  const isSame = areSamePerson(
    { middle: one.middle, faces: faces.get(one.id) ?? [] },
    { middle: other.middle, faces: faces.get(other.id) ?? [] },
  );
  if (!isSame) return false;
  const allowed = sharedPicturesAllowed(Math.min(one.faceCount, other.faceCount));
  return (await countSharedPictures(one.id, other.id)) <= allowed;
}

/** Merges a pair in its current state: someone may have named or separated them since they were compared. */
async function mergeNow(
  familyId: string,
  pair: { one: MergeableGroup; other: MergeableGroup },
): Promise<boolean> {
  return db.$transaction(async (client) => {
    await lockFamilyFaces(client, familyId);
    const now = await readMergeable(client, familyId);
    const [one, other] = [pair.one, pair.other].map(({ id }) => now.find((group) => group.id === id));
    const direction = one && other && mergeDirection(one, other);
    if (!direction) return false;
    await mergeGroups(client, familyId, direction.from.id, direction.into.id);
    return true;
  });
}

/** Recomputes groups that lost a face to a deletion, so that nothing of it remains in their means. */
async function refreshStale(familyId: string): Promise<void> {
  for (;;) {
    const refreshed = await db.$transaction(async (client) => {
      await lockFamilyFaces(client, familyId);
      const stale = await client.faceGroup.findMany({
        where: { familyId, isStale: true },
        select: { id: true },
        take: staleAtOnce,
      });
      await refreshMiddles(
        client,
        stale.map(({ id }) => id),
      );
      return stale.length;
    });
    if (refreshed < staleAtOnce) return;
  }
}

/** @returns how many groups were merged into another */
async function mergeOnce(familyId: string): Promise<number> {
  const pairs = await findNearPairs(await readMergeable(db, familyId));
  const gone = new Set<string>();
  let merged = 0;
  for (const pair of pairs) {
    // Groups that have just changed are compared again in the next round.
    if (gone.has(pair.one.id) || gone.has(pair.other.id)) continue;
    if (!(await belongTogether(pair.one, pair.other)) || !(await mergeNow(familyId, pair))) continue;
    gone.add(pair.one.id).add(pair.other.id);
    merged++;
  }
  return merged;
}

/**
 * Merges groups that turn out to be one person's now that they have more faces. What people decided stays: named and
 * hidden groups aren't merged into others, and faces placed by hand aren't moved.
 * @returns how many groups were merged into another
 */
export async function regroupFamily(familyId: string): Promise<number> {
  await refreshStale(familyId);
  let merged = 0;
  for (let round = 0; round < maxRounds; round++) {
    const before = merged;
    merged += await mergeOnce(familyId);
    if (merged === before) break;
  }
  return merged;
}
