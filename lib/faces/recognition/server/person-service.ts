import type { Prisma } from "@/lib/db";
import { eraseFacesBeside, eraseNamedFaces } from "@/lib/faces/recognition/server/erasing-service";
import { refreshMiddles } from "@/lib/faces/recognition/server/grouping-service";

/**
 * Marks a person whose face must never be computed, and erases what is known: faces with their name, and all faces in
 * pictures they are tagged on. Call with the family's faces locked.
 */
export async function neverRecognizePerson(
  client: Prisma.TransactionClient,
  personId: string,
): Promise<void> {
  // Waits for concurrent tags of this person; later ones see the mark.
  await client.familyMember.updateMany({ where: { id: personId }, data: { neverRecognize: true } });
  await eraseNamedFaces(client, personId);
  await eraseFacesBeside(client, personId);
}

/**
 * Handles the merge of two entries into one person: faces with the former's name get the other's, and a mark on either
 * applies to both. Call before the former's tags are moved.
 */
export async function passOnRecognition(
  client: Prisma.TransactionClient,
  formerId: string,
  personId: string,
): Promise<void> {
  const people = await client.familyMember.findMany({
    where: { id: { in: [formerId, personId] } },
    select: { neverRecognize: true },
  });
  if (people.some(({ neverRecognize }) => neverRecognize)) {
    for (const id of [formerId, personId]) await neverRecognizePerson(client, id);
    return;
  }
  await client.importedFace.updateMany({ where: { memberId: formerId }, data: { memberId: personId } });
  const groupOf = (memberId: string) =>
    client.faceGroup.findFirst({ where: { memberId }, select: { id: true } });
  // Sequentially: a transaction has one connection.
  const former = await groupOf(formerId);
  const known = await groupOf(personId);
  if (!former) return;
  if (!known) {
    await client.faceGroup.updateMany({ where: { id: former.id }, data: { memberId: personId } });
    return;
  }
  await client.face.updateMany({ where: { groupId: former.id }, data: { groupId: known.id } });
  await refreshMiddles(client, [known.id]);
}
