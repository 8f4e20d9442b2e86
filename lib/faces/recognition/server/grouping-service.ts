import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import type { Prisma } from "@/lib/db";
import { descriptorBytes, meanDescriptor, readDescriptor } from "@/lib/faces/recognition/descriptor";
import { AppError, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

/** A group's mean covers this many of its newest faces; more would change little. */
const facesInMean = 2_000;

/** Recomputes the means of these groups from their faces. Groups that no longer exist are ignored. */
export async function refreshMiddles(
  client: Prisma.TransactionClient,
  groupIds: readonly string[],
): Promise<void> {
  for (const groupId of new Set(groupIds)) {
    const faces = await client.face.findMany({
      where: { groupId },
      select: { descriptor: true },
      orderBy: { id: "desc" },
      take: facesInMean,
    });
    if (faces.length === 0) continue;
    const centroid = descriptorBytes(
      meanDescriptor(faces.map(({ descriptor }) => readDescriptor(descriptor))),
    );
    await client.faceGroup.updateMany({ where: { id: groupId }, data: { centroid, isStale: false } });
  }
}

const groupSelect = { id: true, memberId: true, isHidden: true } as const;

async function requireGroup(client: Prisma.TransactionClient, familyId: string, groupId: string) {
  const group = await client.faceGroup.findFirst({ where: { id: groupId, familyId }, select: groupSelect });
  if (!group) throw notFound();
  return group;
}

const recognitionRefused = (code: string, message: string) =>
  new AppError(code, 422, message, { field: "memberId" });

/**
 * A family member whose face may be recognised, locked until the transaction ends, so that nobody marks or removes
 * them.
 */
async function requireKnowable(
  client: Prisma.TransactionClient,
  familyId: string,
  memberId: string,
): Promise<void> {
  const [person] = isUuid(memberId)
    ? await client.$queryRaw<{ neverRecognize: boolean }[]>`
        SELECT "neverRecognize" FROM "FamilyMember"
        WHERE id = ${memberId}::uuid AND "familyId" = ${familyId}::uuid FOR SHARE`
    : [];
  if (!person) {
    throw recognitionRefused("unknown_person", "This person is not in this family. Please choose again.");
  }
  if (!person.neverRecognize) return;
  throw recognitionRefused("never_recognized", "An admin has chosen never to look for this person's face.");
}

/**
 * Sets who the faces of a group belong to; null removes the name. A person has one group: a second one that gets the
 * same name is merged into the first.
 * @returns the group that has the faces now
 * @throws AppError 404; 422 with the field memberId for someone outside the family, or who is never recognised
 */
export async function nameGroup(
  client: Prisma.TransactionClient,
  familyId: string,
  groupId: string,
  memberId: string | null,
): Promise<{ groupId: string }> {
  await lockFamilyFaces(client, familyId);
  const group = await requireGroup(client, familyId, groupId);
  if (memberId === null) {
    await client.faceGroup.updateMany({ where: { id: group.id }, data: { memberId: null } });
    return { groupId: group.id };
  }
  await requireKnowable(client, familyId, memberId);
  const first = await client.faceGroup.findFirst({
    where: { familyId, memberId, id: { not: group.id } },
    select: { id: true },
  });
  if (first) return mergeGroups(client, familyId, group.id, first.id);
  await client.faceGroup.updateMany({ where: { id: group.id }, data: { memberId, isHidden: false } });
  return { groupId: group.id };
}

/**
 * Moves all faces of one group into another, which keeps its name or, if it has none, takes the first one's.
 * @throws AppError 404
 */
export async function mergeGroups(
  client: Prisma.TransactionClient,
  familyId: string,
  fromId: string,
  intoId: string,
): Promise<{ groupId: string }> {
  await lockFamilyFaces(client, familyId);
  const from = await requireGroup(client, familyId, fromId);
  const into = await requireGroup(client, familyId, intoId);
  if (from.id === into.id) return { groupId: into.id };
  // The emptied group is removed by the trigger on Face, and its name with it.
  await client.face.updateMany({ where: { groupId: from.id }, data: { groupId: into.id } });
  if (!into.memberId && from.memberId) {
    await client.faceGroup.updateMany({
      where: { id: into.id },
      data: { memberId: from.memberId, isHidden: false },
    });
  }
  await refreshMiddles(client, [into.id]);
  return { groupId: into.id };
}

/**
 * Moves one face into another group, or with null into its own, and fixes it there: no regrouping moves it again.
 * @returns the group it is in now
 * @throws AppError 404
 */
export async function moveFace(
  client: Prisma.TransactionClient,
  familyId: string,
  faceId: string,
  groupId: string | null,
): Promise<{ groupId: string }> {
  await lockFamilyFaces(client, familyId);
  const face = await client.face.findFirst({
    where: { id: faceId, familyId },
    select: { id: true, groupId: true, descriptor: true },
  });
  if (!face) throw notFound();
  const target = groupId
    ? await requireGroup(client, familyId, groupId)
    : await client.faceGroup.create({ data: { familyId, centroid: face.descriptor }, select: { id: true } });
  await client.face.updateMany({
    where: { id: face.id },
    data: { groupId: target.id, placedByHand: true },
  });
  await refreshMiddles(client, [target.id, ...(face.groupId ? [face.groupId] : [])]);
  return { groupId: target.id };
}
