import { type Actor, isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { db, type Prisma } from "@/lib/db";

/** What the family calls the person asking. */
export async function memberName(
  actor: Pick<MemberActor, "userId" | "familyId" | "username">,
  client: Prisma.TransactionClient = db,
): Promise<string> {
  const account = await client.user.findUnique({
    where: { id: actor.userId },
    select: nameSelect(actor.familyId),
  });
  return account ? nameOf(account) : actor.username;
}

/**
 * What someone is called outside any one family: in mail, and before they have a family. If they have no name of their
 * own, it is their name in the last family they were in.
 */
export async function accountName(username: string, client: Prisma.TransactionClient = db): Promise<string> {
  const account = await client.user.findUnique({
    where: { username },
    select: {
      title: true,
      lastFamilyId: true,
      persons: {
        select: { familyId: true, name: true, nickname: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      },
    },
  });
  if (!account) return username;
  const { title, persons, lastFamilyId } = account;
  const person = persons.find(({ familyId }) => familyId === lastFamilyId) ?? persons[0];
  return nameOf({ username, title, persons: person ? [person] : [] });
}

/** The name of the person asking, in a family or not. */
export const actorName = (actor: Actor): Promise<string> =>
  isMember(actor) ? memberName(actor) : accountName(actor.username);
