import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { lockFamilyFaces } from "@/lib/core/families/server/faces-lock";
import { db, longTransaction, type Prisma } from "@/lib/db";
import { maxCountedPictures } from "@/lib/faces/recognition/limits";
import type { MarkedPersonDto, RecognitionDto, UpdateRecognitionInput } from "@/lib/faces/recognition/schema";
import { eraseFaces, eraseLabels } from "@/lib/faces/recognition/server/erasing-service";
import { neverRecognizePerson } from "@/lib/faces/recognition/server/person-service";
import { queueFamily } from "@/lib/faces/recognition/server/queue-service";
import { getRecognitionSettings } from "@/lib/faces/recognition/server/settings-service";
import { unanalyzedPictures } from "@/lib/faces/recognition/server/unread-query";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import { notFound, unavailable } from "@/lib/http/errors";
import { isRecognitionAvailable } from "@/lib/platform/recognition/recognition";

async function countLeft(familyId: string, wanted: { faces: boolean; labels: boolean }): Promise<number> {
  if (!isRecognitionAvailable() || (!wanted.faces && !wanted.labels)) return 0;
  const [row] = await db.$queryRaw<{ unread: number }[]>`
    SELECT count(*)::int AS unread
    FROM (SELECT 1 ${unanalyzedPictures(familyId, wanted)} LIMIT ${maxCountedPictures}) AS pictures`;
  return row?.unread ?? 0;
}

/** What the family has chosen, the progress, and how many groups are unnamed. */
export async function getRecognition({ familyId }: MemberActor): Promise<RecognitionDto> {
  const wanted = await getRecognitionSettings(familyId);
  const [picturesLeft, facesCount, groupsToName, marked] = await Promise.all([
    countLeft(familyId, wanted),
    db.face.count({ where: { familyId } }),
    db.faceGroup.count({ where: { familyId, memberId: null, isHidden: false, faceCount: { gte: 2 } } }),
    db.familyMember.findMany({
      where: { familyId, neverRecognize: true },
      select: { id: true },
      orderBy: { id: "asc" },
    }),
  ]);
  return {
    isAvailable: isRecognitionAvailable(),
    ...wanted,
    picturesLeft,
    facesCount,
    groupsToName,
    neverRecognized: marked.map(({ id }) => id),
  };
}

/**
 * Sets what may be looked for in the family's pictures. What is turned off is erased in the same transaction: for
 * faces, all faces and groups; for things, all their names. Turning on what is on changes nothing.
 * @throws AppError 403; 503 to turn on what this server doesn't support
 */
export async function updateRecognition(
  actor: MemberActor,
  change: UpdateRecognitionInput,
): Promise<RecognitionDto> {
  const { familyId, userId } = actor;
  if ((change.faces || change.labels) && !isRecognitionAvailable()) {
    throw unavailable("recognition_unavailable", "This album doesn't analyse photos.", 3_600);
  }
  await db.$transaction(async (client) => {
    await lockFamilyFaces(client, familyId);
    await lockOwnFamily(client, actor, "family.edit");
    const before = await getRecognitionSettings(familyId, client);
    const { faces = before.faces, labels = before.labels } = change;
    // Off means off, even if something was left over.
    const erased = faces ? 0 : await eraseFaces(client, familyId);
    // Faces named by an import wait for recognition to be turned on; turning it off discards them.
    if (change.faces === false) await client.importedFace.deleteMany({ where: { familyId } });
    if (!labels) await eraseLabels(client, familyId);
    if (faces === before.faces && labels === before.labels) return;
    const settings = { faces, labels, changedById: userId, changedAt: new Date() };
    await client.recognitionSettings.upsert({
      where: { familyId },
      create: { familyId, ...settings },
      update: settings,
      select: { familyId: true },
    });
    await recordActivity(
      {
        action: "family.recognitionChanged",
        actorId: userId,
        familyId,
        detail: { faces, labels, facesErased: erased },
      },
      client,
    );
    if (faces || labels) await queueFamily(familyId, { client });
  }, longTransaction);
  return getRecognition(actor);
}

/**
 * Marks a family member whose face must never be computed, or removes the mark. Marking erases, in the same
 * transaction, the faces with their name and all faces in pictures they are tagged on.
 * @throws AppError 403, 404
 */
export async function markPerson(
  actor: MemberActor,
  memberId: string,
  neverRecognize: boolean,
): Promise<MarkedPersonDto> {
  await db.$transaction(async (client) => {
    await lockFamilyFaces(client, actor.familyId);
    await lockOwnFamily(client, actor, "family.manageUsers");
    await setMark(client, actor, memberId, neverRecognize);
  }, longTransaction);
  return { memberId, neverRecognize };
}

async function setMark(
  client: Prisma.TransactionClient,
  { familyId, userId }: MemberActor,
  memberId: string,
  neverRecognize: boolean,
): Promise<void> {
  const person = await client.familyMember.findFirst({
    where: { id: memberId, familyId },
    select: { neverRecognize: true, userId: true },
  });
  if (!person) throw notFound();
  if (neverRecognize) await neverRecognizePerson(client, memberId);
  else await client.familyMember.updateMany({ where: { id: memberId, familyId }, data: { neverRecognize } });
  if (person.neverRecognize === neverRecognize) return;
  await recordActivity(
    {
      action: neverRecognize ? "family.personNeverRecognized" : "family.personRecognizable",
      actorId: userId,
      subjectId: person.userId,
      familyId,
      detail: { memberId },
    },
    client,
  );
  if (!neverRecognize) await queueFamily(familyId, { client });
}
