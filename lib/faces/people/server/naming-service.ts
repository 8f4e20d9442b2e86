import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db, type Prisma } from "@/lib/db";
import type { FaceGroupDto, MovedFaceDto, UpdateGroupInput } from "@/lib/faces/people/schema";
import { requireGroup } from "@/lib/faces/people/server/group-list-service";
import { mergeGroups, moveFace, nameGroup } from "@/lib/faces/recognition/server/grouping-service";
import { createPersonIn } from "@/lib/family/families/server/people-service";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

interface GroupRow {
  id: string;
  memberId: string | null;
  member: { name: string } | null;
}

/** A group of this family, read under the lock on the family's faces; null if missing. */
async function findGroup(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  groupId: string,
): Promise<GroupRow | null> {
  if (!isUuid(groupId)) return null;
  return client.faceGroup.findFirst({
    where: { id: groupId, familyId: actor.familyId },
    select: { id: true, memberId: true, member: { select: { name: true } } },
  });
}

const unknownGroup = (field: string) =>
  new AppError("unknown_group", 422, "These faces are no longer here. Please reload the page.", { field });

/** The new person's id; the current person's if they already have that name, so that a repeated call adds nobody. */
async function newPerson(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  group: GroupRow,
  name: string,
): Promise<string> {
  if (group.memberId && group.member?.name === name) return group.memberId;
  return (await createPersonIn(client, actor, { name })).id;
}

/**
 * Sets who a group is, or removes its name. A second group of the same person is merged into the first.
 * @returns the updated group, under another id if it was merged into another
 * @throws AppError 403 for a new person by someone who may not add people, 404, 422 memberId
 */
export async function updateGroup(
  actor: MemberActor,
  groupId: string,
  { memberId, newPersonName, isHidden }: UpdateGroupInput,
): Promise<FaceGroupDto> {
  if (newPersonName !== undefined && !may(actor, "family.manageUsers")) {
    throw forbidden("Only the family's admins can add people. Choose someone who is already there.");
  }
  const id = await db.$transaction(async (client) => {
    await lockFamilyFaces(client, actor.familyId);
    const group = await findGroup(client, actor, groupId);
    if (!group) throw notFound();
    const wanted =
      newPersonName === undefined ? memberId : await newPerson(client, actor, group, newPersonName);
    const named =
      wanted === undefined ? group.id : (await nameGroup(client, actor.familyId, group.id, wanted)).groupId;
    if (isHidden !== undefined) {
      await client.faceGroup.updateMany({
        where: { id: named, familyId: actor.familyId },
        data: { isHidden },
      });
    }
    return named;
  });
  return requireGroup(actor, id);
}

/**
 * Merges two groups of one person, under `intoId`. That group's name stays; if it has none, it gets the other's.
 * @throws AppError 404, 422 intoId
 */
export async function joinGroups(actor: MemberActor, groupId: string, intoId: string): Promise<FaceGroupDto> {
  const id = await db.$transaction(async (client) => {
    await lockFamilyFaces(client, actor.familyId);
    const from = await findGroup(client, actor, groupId);
    if (!from) throw notFound();
    const into = await findGroup(client, actor, intoId);
    if (!into || into.id === from.id) throw unknownGroup("intoId");
    return (await mergeGroups(client, actor.familyId, from.id, into.id)).groupId;
  });
  return requireGroup(actor, id);
}

const aloneSelect = { faceCount: true, memberId: true } as const;

/**
 * Moves a face to where someone says it belongs; null: "Not this person", a group of its own.
 * @throws AppError 404, 422 groupId
 */
export async function placeFace(
  actor: MemberActor,
  faceId: string,
  groupId: string | null,
): Promise<MovedFaceDto> {
  return db.$transaction(async (client) => {
    await lockFamilyFaces(client, actor.familyId);
    const where = { id: faceId, familyId: actor.familyId, media: { deletedAt: null } } as const;
    const select = { id: true, placedByHand: true, groupId: true, group: { select: aloneSelect } } as const;
    const face = await client.face.findFirst({ where, select });
    if (!face) throw notFound();
    // Requested again: it has its own group already.
    if (groupId === null && face.placedByHand && face.group?.faceCount === 1 && !face.group.memberId) {
      return { faceId: face.id, groupId: face.groupId };
    }
    const group = groupId === null ? null : await findGroup(client, actor, groupId);
    if (groupId !== null && !group) throw unknownGroup("groupId");
    const moved = await moveFace(client, actor.familyId, face.id, group?.id ?? null);
    return { faceId: face.id, groupId: moved.groupId };
  });
}
