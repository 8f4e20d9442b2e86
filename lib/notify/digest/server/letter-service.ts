import { sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { readLetter } from "@/lib/notify/digest/server/letter-content-service";
import { letterHeartToken } from "@/lib/notify/digest/server/letter-heart-token";
import { dueDigest } from "@/lib/notify/digest/server/moment";
import { unsubscribeToken } from "@/lib/notify/digest/server/unsubscribe-token";

/** Number of letters written in one transaction. */
const atOnce = 10;

interface Recipient {
  userId: string;
  familyId: string;
  letterQuestion: string | null;
  username: string;
  email: string;
}

/**
 * Writes the weekly letter to everyone who has it turned on and has not got it since it was due, on the weekly e-mail's
 * day and hour. Any number of workers may call this at any time.
 * @returns how many letters were written
 */
export async function sendLetters(now = new Date()): Promise<number> {
  const due = dueDigest(now);
  if (!due) return 0;
  let sent = 0;
  for (;;) {
    const { claimed, written } = await sendSomeLetters(due, now);
    sent += written;
    if (claimed < atOnce) return sent;
  }
}

async function sendSomeLetters(due: Date, now: Date): Promise<{ claimed: number; written: number }> {
  return db.$transaction(
    async (client) => {
      // As for the weekly e-mail, this one statement decides which worker writes to whom.
      const recipients = await client.$queryRaw<Recipient[]>`
        UPDATE "Membership" m SET "letterSentAt" = ${now}::timestamptz
        FROM "User" u
        WHERE u.id = m."userId" AND (m."familyId", m."userId") IN (
          SELECT l."familyId", l."userId" FROM "Membership" l
          JOIN "User" p ON p.id = l."userId" JOIN "Family" f ON f.id = l."familyId"
          WHERE l."hasLetter" AND p.email IS NOT NULL AND p."emailConfirmedAt" IS NOT NULL
            AND p."suspendedAt" IS NULL AND f."suspendedAt" IS NULL
            AND (l."letterSentAt" IS NULL OR l."letterSentAt" < ${due}::timestamptz)
          ORDER BY l."familyId", l."userId" LIMIT ${atOnce} FOR UPDATE OF l SKIP LOCKED)
        RETURNING m."userId", m."familyId", m."letterQuestion", u.username, u.email`;
      let written = 0;
      for (const recipient of recipients) if (await writeLetter(client, recipient, now)) written++;
      return { claimed: recipients.length, written };
    },
    { timeout: 120_000, maxWait: 10_000 },
  );
}

/** @returns false if the week had no photo for this person */
async function writeLetter(
  client: Prisma.TransactionClient,
  { userId, familyId, letterQuestion, username, email }: Recipient,
  now: Date,
): Promise<boolean> {
  const letter = await readLetter({ userId, familyId }, letterQuestion, now);
  const mediaId = letter?.photos[0]?.mediaId;
  if (!letter || mediaId === undefined) return false;
  const { familyName: family, week, question, asked, photos } = letter;
  const values = {
    ...{ username, family, week, question },
    url: `${appUrl()}/card/${mediaId}#voice-note`,
    secondUrl: `${appUrl()}/api/letters/heart?token=${letterHeartToken({ userId, mediaId }, now)}`,
    unsubscribeUrl: `${appUrl()}/api/unsubscribe?token=${unsubscribeToken(userId, "letter")}`,
  };
  const pictures = photos.map(({ key, caption }, at) => ({
    ...{ id: `photo-${at + 1}`, key, caption },
    contentType: "image/jpeg",
  }));
  await sendMail("weeklyLetter", email, values, client, pictures);
  await client.membership.update({
    where: { familyId_userId: { familyId, userId } },
    data: { letterQuestion: asked },
    select: { userId: true },
  });
  return true;
}
