import type { Prisma } from "@/lib/db";
import { descriptorBytes, normalized } from "@/lib/faces/recognition/descriptor";
import { refreshMiddles } from "@/lib/faces/recognition/server/grouping-service";
import type { RecognizedFace } from "@/lib/platform/recognition/recognition-driver";

/** Intersection over union of two boxes; 0 for two faces side by side. */
const minOverlap = 0.4;

type Box = Pick<RecognizedFace, "left" | "top" | "width" | "height">;

function overlapOf(one: Box, other: Box): number {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  if (wide <= 0 || high <= 0) return 0;
  const both = wide * high;
  return both / (one.width * one.height + other.width * other.height - both);
}

/** The person's group; created with this face if they have none. */
async function groupOf(
  client: Prisma.TransactionClient,
  familyId: string,
  memberId: string,
  descriptor: Float32Array,
): Promise<string> {
  const { id } = await client.faceGroup.upsert({
    where: { familyId_memberId: { familyId, memberId } },
    create: { familyId, memberId, centroid: descriptorBytes(descriptor) },
    update: {},
    select: { id: true },
  });
  return id;
}

/**
 * Names the faces found where an import says someone is. Call with the family's faces locked.
 * @returns the faces that no import names
 */
export async function placeNamedFaces(
  client: Prisma.TransactionClient,
  familyId: string,
  mediaId: string,
  faces: readonly RecognizedFace[],
): Promise<RecognizedFace[]> {
  const places = await client.importedFace.findMany({
    where: { mediaId, familyId, member: { neverRecognize: false } },
    orderBy: { id: "asc" },
  });
  const pairs = places
    .flatMap((place) => faces.map((face) => ({ place, face, overlap: overlapOf(place, face) })))
    .filter(({ overlap }) => overlap >= minOverlap)
    .sort((one, other) => other.overlap - one.overlap);
  const named = new Map<RecognizedFace, (typeof places)[number]>();
  const taken = new Set<string>();
  for (const { place, face } of pairs) {
    if (named.has(face) || taken.has(place.id)) continue;
    named.set(face, place);
    taken.add(place.id);
  }
  const groups = new Set<string>();
  for (const [face, { memberId, isByHand: placedByHand }] of named) {
    const descriptor = normalized(face.descriptor);
    const groupId = await groupOf(client, familyId, memberId, descriptor);
    groups.add(groupId);
    const { left, top, width, height, score } = face;
    const place = { familyId, mediaId, groupId, placedByHand, left, top, width, height, score };
    await client.face.create({
      data: { ...place, descriptor: descriptorBytes(descriptor) },
      select: { id: true },
    });
  }
  await client.importedFace.deleteMany({ where: { id: { in: [...taken] } } });
  await refreshMiddles(client, [...groups]);
  return faces.filter((face) => !named.has(face));
}
