import { isMailConfigured } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { megabyteLabel } from "@/lib/shared/megabytes";

/** An account's storage until it has confirmed its address: fake accounts must not fill the disk. */
export const maxUnconfirmedBytes = 200 * 1024 * 1024;

/**
 * Rejects an upload that takes an unconfirmed account beyond its 200 MB, including the trash and the clips of photos.
 * Concurrent uploads wait for each other on the account's row.
 * @param announcedBytes of uploads that have only begun; 0 if the new item has its row already
 * @throws AppError 422
 */
export async function requireUnconfirmedRoom(
  userId: string,
  announcedBytes: number,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  if (!isMailConfigured()) return;
  const unconfirmed = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "User"
    WHERE id = ${userId}::uuid AND "emailConfirmedAt" IS NULL AND NOT "isChild" AND NOT "isSuperAdmin"
    FOR NO KEY UPDATE`;
  if (unconfirmed.length === 0) return;
  const [stored] = await client.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(m.bytes + coalesce(c.bytes, 0)), 0)::float8 AS bytes
    FROM "Media" m LEFT JOIN "MediaClip" c ON c."mediaId" = m.id WHERE m."uploaderId" = ${userId}::uuid`;
  if ((stored?.bytes ?? 0) + announcedBytes <= maxUnconfirmedBytes) return;
  throw new AppError(
    "unconfirmed_storage_limit",
    422,
    `Until you confirm your email address, your account can store ${megabyteLabel(maxUnconfirmedBytes)}. Open the link in the email we sent you, then upload again.`,
  );
}
