import { randomUUID } from "node:crypto";
import type { Prisma } from "@/lib/db";
import { descriptorBytes, meanWith, normalized, readDescriptor } from "@/lib/faces/recognition/descriptor";
import {
  chooseGroups,
  facesForComparison,
  type GroupMiddle,
  nearestGroups,
} from "@/lib/faces/recognition/server/grouping";
import type { RecognizedFace } from "@/lib/platform/recognition/recognition-driver";

/** How many groups a new face is compared with, largest first. Most faces belong to a few dozen people. */
export const maxGroups = 4_000;

interface Group extends GroupMiddle {
  mean: Float32Array;
  faceCount: number;
}

async function readGroups(client: Prisma.TransactionClient, familyId: string): Promise<Group[]> {
  const groups = await client.faceGroup.findMany({
    where: { familyId },
    select: { id: true, centroid: true, faceCount: true },
    orderBy: [{ faceCount: "desc" }, { id: "asc" }],
    take: maxGroups,
  });
  return groups.map(({ id, centroid, faceCount }) => {
    const mean = readDescriptor(centroid);
    return { id, faceCount, mean, middle: normalized(mean) };
  });
}

/** Some of each group's newest faces, because people change. One index scan per group. */
export async function readSomeFaces(
  client: Prisma.TransactionClient,
  groupIds: readonly string[],
  max: number = facesForComparison,
): Promise<Map<string, Float32Array[]>> {
  const found = new Map<string, Float32Array[]>();
  for (const groupId of new Set(groupIds)) {
    const faces = await client.face.findMany({
      where: { groupId },
      select: { descriptor: true },
      orderBy: { id: "desc" },
      take: max,
    });
    found.set(
      groupId,
      faces.map(({ descriptor }) => readDescriptor(descriptor)),
    );
  }
  return found;
}

/**
 * Stores a picture's faces, each in the most similar group or in a new one. Call with the family's faces locked.
 * @returns how many groups are new
 */
export async function placeFaces(
  client: Prisma.TransactionClient,
  familyId: string,
  mediaId: string,
  faces: readonly RecognizedFace[],
): Promise<number> {
  if (faces.length === 0) return 0;
  const groups = new Map((await readGroups(client, familyId)).map((group) => [group.id, group]));
  const descriptors = faces.map(({ descriptor }) => normalized(descriptor));
  const near = descriptors.flatMap((descriptor) => nearestGroups(descriptor, [...groups.values()]));
  const chosen = chooseGroups(descriptors, await readSomeFaces(client, near));
  const placed = faces.map((face, at) => ({
    face,
    descriptor: descriptors[at] ?? normalized(face.descriptor),
    group: groups.get(chosen[at] ?? ""),
    groupId: chosen[at] ?? randomUUID(),
  }));
  const fresh = placed.filter(({ group }) => !group);
  await client.faceGroup.createMany({
    data: fresh.map(({ groupId, descriptor }) => ({
      id: groupId,
      familyId,
      centroid: descriptorBytes(descriptor),
    })),
  });
  for (const { group, descriptor } of placed) {
    if (!group) continue;
    const centroid = descriptorBytes(meanWith(group.mean, group.faceCount, descriptor));
    await client.faceGroup.updateMany({ where: { id: group.id }, data: { centroid } });
  }
  await client.face.createMany({
    data: placed.map(({ face: { left, top, width, height, score }, descriptor, groupId }) => ({
      familyId,
      mediaId,
      groupId,
      left,
      top,
      width,
      height,
      score,
      descriptor: descriptorBytes(descriptor),
    })),
  });
  return fresh.length;
}
