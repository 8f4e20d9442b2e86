import type { Prisma } from "@/lib/db";

/**
 * Erases all faces of a family, with their groups and names. Call with the family's faces locked.
 * @returns how many faces there were
 */
export async function eraseFaces(client: Prisma.TransactionClient, familyId: string): Promise<number> {
  const { count } = await client.face.deleteMany({ where: { familyId } });
  await client.faceGroup.deleteMany({ where: { familyId } });
  await client.mediaRecognition.updateMany({
    where: { familyId },
    data: { facesReadAt: null, attempts: 0 },
  });
  return count;
}

/** Erases what was recognised in pictures besides people. Hashtags that people added stay: they are theirs. */
export async function eraseLabels(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  await client.mediaRecognition.updateMany({
    where: { familyId },
    data: { labelsReadAt: null, labels: [], attempts: 0 },
  });
}

/** Erases the faces with a person's name; the pictures keep their tags. @returns how many faces there were */
export async function eraseNamedFaces(client: Prisma.TransactionClient, memberId: string): Promise<number> {
  await client.importedFace.deleteMany({ where: { memberId } });
  return client.$executeRaw`
    DELETE FROM "Face" WHERE "groupId" IN (SELECT id FROM "FaceGroup" WHERE "memberId" = ${memberId}::uuid)`;
}

/**
 * Erases all faces in the pictures that someone is tagged on, not only theirs, so that nobody can find out which one is
 * theirs.
 */
export async function eraseFacesBeside(client: Prisma.TransactionClient, memberId: string): Promise<number> {
  await client.$executeRaw`
    UPDATE "MediaRecognition" SET "facesReadAt" = NULL, attempts = 0
    WHERE "mediaId" IN (SELECT "mediaId" FROM "MediaTag" WHERE "memberId" = ${memberId}::uuid)`;
  await client.$executeRaw`
    DELETE FROM "ImportedFace"
    WHERE "mediaId" IN (SELECT "mediaId" FROM "MediaTag" WHERE "memberId" = ${memberId}::uuid)`;
  return client.$executeRaw`
    DELETE FROM "Face"
    WHERE "mediaId" IN (SELECT "mediaId" FROM "MediaTag" WHERE "memberId" = ${memberId}::uuid)`;
}

/** Erases the faces named as an account's person, because they have left. */
export async function eraseFacesOfAccount(
  client: Prisma.TransactionClient,
  familyId: string,
  userId: string,
): Promise<number> {
  const person = await client.familyMember.findUnique({
    where: { familyId_userId: { familyId, userId } },
    select: { id: true },
  });
  return person ? eraseNamedFaces(client, person.id) : 0;
}
