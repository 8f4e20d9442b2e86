import type { Prisma } from "@/lib/db";
import { distanceBetween, normalized, readDescriptor } from "@/lib/faces/recognition/descriptor";
import { samePersonDistance } from "@/lib/faces/recognition/server/grouping";
import type { RecognizedFace } from "@/lib/platform/recognition/recognition-driver";

/**
 * When a picture is analysed again, faces that are still on it stay in their group, and stay placed by hand if they
 * were; only their place on the picture changes. Faces that are gone are erased. Call with the family's faces locked.
 * @returns the faces that are new on the picture
 */
export async function moveKnownFaces(
  client: Prisma.TransactionClient,
  mediaId: string,
  found: readonly RecognizedFace[],
): Promise<RecognizedFace[]> {
  const rows = await client.face.findMany({ where: { mediaId }, select: { id: true, descriptor: true } });
  if (rows.length === 0) return [...found];
  const known = rows.map(({ id, descriptor }) => ({ id, descriptor: readDescriptor(descriptor) }));
  const pairs = known
    .flatMap((before) =>
      found.map((face) => ({
        id: before.id,
        face,
        distance: distanceBetween(before.descriptor, normalized(face.descriptor)),
      })),
    )
    .filter(({ distance }) => distance <= samePersonDistance)
    .sort((one, other) => one.distance - other.distance);
  const moved = new Map<string, RecognizedFace>();
  const taken = new Set<RecognizedFace>();
  for (const { id, face } of pairs) {
    if (moved.has(id) || taken.has(face)) continue;
    moved.set(id, face);
    taken.add(face);
  }
  for (const [id, { left, top, width, height, score }] of moved) {
    await client.face.updateMany({ where: { id }, data: { left, top, width, height, score } });
  }
  await client.face.deleteMany({ where: { mediaId, id: { notIn: [...moved.keys()] } } });
  return found.filter((face) => !taken.has(face));
}
