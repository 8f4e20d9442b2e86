import { removeBooks } from "@/lib/album/books/server/files-service";
import { emit } from "@/lib/core/events/server/events";
import type { Prisma } from "@/lib/db";

/** Records that an import added a notice, book, print order or note about someone that the album didn't have before. */
export async function noteRestored(
  client: Prisma.TransactionClient,
  importId: string,
  objectId: string,
): Promise<void> {
  await client.import.update({
    where: { id: importId },
    data: { restoredIds: { push: objectId } },
    select: { id: true },
  });
}

/** Removes the notices, books, print orders and notes about people of an undone import, with their attributions. */
export async function removeRestored(
  client: Prisma.TransactionClient,
  { familyId, restoredIds }: { familyId: string; restoredIds: string[] },
): Promise<void> {
  await removeBooks(client, { id: { in: restoredIds }, familyId });
  await client.notice.deleteMany({ where: { id: { in: restoredIds }, familyId } });
  await client.growingNote.deleteMany({ where: { id: { in: restoredIds }, familyId } });
  await client.importedAttribution.deleteMany({ where: { objectId: { in: restoredIds }, familyId } });
  await emit("import.undone", { familyId, restoredIds }, client);
}
