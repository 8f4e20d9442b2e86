import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { descriptorBytes, descriptorLength, normalized } from "@/lib/faces/recognition/descriptor";
import { getStorage } from "@/lib/platform/storage/storage";
import { type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { plainPicture } from "@/tests/support/pictures";

/** A face as the model sees it: the same number is the same face; different ones are far apart. */
export function descriptorOf(look: number): Uint8Array<ArrayBuffer> {
  const numbers = Array.from({ length: descriptorLength }, (_, at) =>
    Math.sin((look + 1) * (at + 1) * 12.9898),
  );
  return descriptorBytes(normalized(numbers));
}

/** A person of this family who has no account. */
export async function storeFamilyMember(
  familyId: string,
  name = "Baby Ife",
  nickname?: string,
): Promise<string> {
  const data = { familyId, name, ...(nickname ? { nickname } : {}) };
  return (await db.familyMember.create({ data, select: { id: true } })).id;
}

/** Sets what the family lets the server look for. */
export async function switchRecognition(
  familyId: string,
  choice: { faces: boolean; labels: boolean },
): Promise<void> {
  const where = { familyId };
  await db.recognitionSettings.upsert({
    where,
    create: { familyId, ...choice },
    update: choice,
    select: { familyId: true },
  });
}

export interface StoredGroup {
  groupId: string;
  /** In the order of `mediaIds`. */
  faceIds: string[];
  mediaIds: string[];
}

let looks = 0;

export interface GroupValues {
  /** How many pictures it is in, created for it unless `mediaIds` are given. */
  faces?: number;
  mediaIds?: readonly string[];
  memberId?: string | null;
  isHidden?: boolean;
  /** The larger, the more suitable for display. */
  size?: number;
}

/** A face in an existing group. */
export async function storeFace(
  owner: FamilyPerson,
  groupId: string,
  mediaId: string,
  size = 0.2,
): Promise<string> {
  const { centroid } = await db.faceGroup.findUniqueOrThrow({
    where: { id: groupId },
    select: { centroid: true },
  });
  const data = { familyId: owner.familyId, mediaId, groupId, left: 0.4, top: 0.3, width: size, height: size };
  const face = await db.face.create({
    data: { ...data, score: 0.9, descriptor: centroid },
    select: { id: true },
  });
  return face.id;
}

/** Faces that look like one person's, as the worker stores them. */
export async function storeGroup(owner: FamilyPerson, values: GroupValues = {}): Promise<StoredGroup> {
  const { faces = 2, memberId = null, isHidden = false, size } = values;
  const mediaIds = [...(values.mediaIds ?? [])];
  while (mediaIds.length < (values.mediaIds ? 0 : faces)) {
    mediaIds.push((await storeMedia(owner, { hasFiles: false })).id);
  }
  const { id: groupId } = await db.faceGroup.create({
    data: { familyId: owner.familyId, memberId, isHidden, centroid: descriptorOf(++looks) },
    select: { id: true },
  });
  const faceIds: string[] = [];
  for (const mediaId of mediaIds) faceIds.push(await storeFace(owner, groupId, mediaId, size));
  return { groupId, faceIds, mediaIds };
}

/** A face in a picture that can be viewed. */
export async function storeVisibleFace(owner: FamilyPerson): Promise<StoredGroup> {
  const { id } = await storeMedia(owner);
  const medium = await plainPicture("jpeg", 320, 240);
  await getStorage().replace(derivativeKey(owner.familyId, id, "medium"), medium);
  return storeGroup(owner, { mediaIds: [id] });
}

/** What the worker read from a picture. */
export async function storeLabels(
  { familyId }: FamilyPerson,
  mediaId: string,
  labels: readonly string[],
): Promise<void> {
  const readAt = new Date();
  await db.mediaRecognition.create({
    data: { mediaId, familyId, labels: [...labels], facesReadAt: readAt, labelsReadAt: readAt },
    select: { mediaId: true },
  });
}
