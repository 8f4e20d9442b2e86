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
