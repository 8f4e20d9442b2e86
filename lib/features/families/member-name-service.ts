import type { MemberActor } from "@/lib/auth/actor";
import { db, type Prisma } from "@/lib/db";

/** What the family calls the person who asks: nickname, else name, else user name. */
export async function memberName(actor: MemberActor, client: Prisma.TransactionClient = db): Promise<string> {
  const person = await client.familyMember.findUnique({
    where: { familyId_userId: { familyId: actor.familyId, userId: actor.userId } },
    select: { name: true, nickname: true },
  });
  return person?.nickname ?? person?.name ?? actor.username;
}
