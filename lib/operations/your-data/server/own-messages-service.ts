import type { Actor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { notSignedIn } from "@/lib/http/errors";

/**
 * The emails and texts to this person: those to an address and a number that they have proved to be theirs, and those
 * with a link or code for their account. Anyone can enter someone else's.
 * @throws AppError 401 when the account is deleted
 */
export async function ownMessages(
  { userId, isUnconfirmed }: Actor,
  client: Prisma.TransactionClient = db,
): Promise<Prisma.OutboxMessageWhereInput> {
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { email: true, phoneNumber: true, phoneConfirmedAt: true },
  });
  if (!user) throw notSignedIn();
  const { email, phoneNumber, phoneConfirmedAt } = user;
  const recipients = [isUnconfirmed ? null : email, phoneConfirmedAt ? phoneNumber : null];
  const tokens = await client.oneTimeToken.findMany({ where: { userId }, select: { id: true } });
  return {
    OR: [
      { recipient: { in: recipients.filter((recipient) => recipient !== null) } },
      { tokenId: { in: tokens.map(({ id }) => id) } },
    ],
  };
}
