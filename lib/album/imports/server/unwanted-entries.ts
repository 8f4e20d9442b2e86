import type { ChoicesInput } from "@/lib/album/imports/schema";
import type { Prisma } from "@/lib/db";

/**
 * Leaves out what the person doesn't want, going by what the source says about it. A file that has been read before is
 * in the album, or was removed from it.
 */
export async function leaveUnwanted(
  client: Prisma.TransactionClient,
  importId: string,
  { takesArchived, takesTrashed, takesLocked }: ChoicesInput,
): Promise<void> {
  const kinds = [
    { reason: "trashed", flag: "isTrashed", isTaken: takesTrashed },
    { reason: "locked", flag: "isLocked", isTaken: takesLocked },
    { reason: "archived", flag: "isArchived", isTaken: takesArchived },
  ];
  for (const { reason, flag } of kinds.filter(({ isTaken }) => !isTaken)) {
    await client.$executeRaw`
      UPDATE "ImportEntry" SET state = 'left', reason = ${reason}, "mediaId" = NULL
      WHERE "importId" = ${importId}::uuid AND state = 'waiting' AND sha256 IS NULL AND facts ->> ${flag} = 'true'`;
  }
}

/**
 * Lets the next look at a folder read files that were left out because of a setting, in case it has been changed since:
 * without the time of their last change, they count as changed.
 */
export async function retryRefused(client: Prisma.TransactionClient, importId: string): Promise<void> {
  await client.$executeRaw`
    UPDATE "ImportEntry" SET facts = facts - 'modifiedMs'
    WHERE "importId" = ${importId}::uuid AND state = 'left' AND reason IN ('before_album', 'unsupported')`;
}
