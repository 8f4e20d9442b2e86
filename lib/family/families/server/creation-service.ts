import { recordActivity } from "@/lib/core/activity/server/service";
import type { Prisma } from "@/lib/db";

/**
 * Creates a family owned by this person; the caller checks whether they can have it.
 * @returns its id
 */
export async function insertFamily(
  client: Prisma.TransactionClient,
  userId: string,
  name: string,
): Promise<string> {
  const { username } = await client.user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  });
  const { id } = await client.family.create({ data: { name }, select: { id: true } });
  await client.membership.create({
    data: { familyId: id, userId, role: "owner" },
    select: { userId: true },
  });
  await client.familyMember.create({ data: { familyId: id, userId, name: username }, select: { id: true } });
  // A person's first family is the one that the next sign-in opens.
  await client.user.updateMany({ where: { id: userId, lastFamilyId: null }, data: { lastFamilyId: id } });
  await recordActivity({ action: "family.created", actorId: userId, familyId: id }, client);
  return id;
}
