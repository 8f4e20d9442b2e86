import type { ArchiveInitInput, ImportDto } from "@/lib/album/imports/schema";
import { ownImports, requireImport } from "@/lib/album/imports/server/service";
import type { UploadProgressDto } from "@/lib/album/uploads/schema";
import { beginUpload, completeArchive } from "@/lib/album/uploads/server/chunked-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireGrownUp } from "@/lib/core/auth/server/grown-ups";
import { db } from "@/lib/db";
import { AppError, badInput, notFound } from "@/lib/http/errors";
import { chunkCountOf } from "@/lib/shared/upload-limits";
import { isUuid } from "@/lib/shared/uuid";

const maxArchives = 200;

/** Only the import's owner can send archives, and only before it has been read. @throws AppError 404, 409 */
async function requireTakingArchives(actor: MemberActor, importId: string): Promise<void> {
  requireGrownUp(actor);
  const where = { id: importId, ...ownImports(actor), userId: actor.userId, source: "archives" as const };
  const found = isUuid(importId) ? await db.import.findFirst({ where, select: { state: true } }) : null;
  if (!found) throw notFound();
  if (found.state !== "uploading") throw alreadyRead();
  if ((await db.importArchive.count({ where: { importId } })) >= maxArchives) {
    throw new AppError("too_many_archives", 409, `An import can have at most ${maxArchives} archives.`);
  }
}

const alreadyRead = () =>
  new AppError(
    "import_read",
    409,
    "This import has been read already. Please start another for more archives.",
  );

/**
 * Starts the upload of an archive, or finds it; its chunks are sent like any other upload's.
 * @throws AppError 400, 404, 409, 422, 429, 507
 */
export async function initArchive(
  actor: MemberActor,
  importId: string,
  { uploadId, fileName, fileSize, totalChunks }: ArchiveInitInput,
): Promise<{ progress: UploadProgressDto; isNew: boolean }> {
  await requireTakingArchives(actor, importId);
  if (totalChunks !== chunkCountOf(fileSize)) {
    throw badInput("totalChunks", "The number of chunks doesn't match the file's size.");
  }
  return beginUpload(actor, uploadId, { fileName, fileSize, totalChunks, importId });
}

/** Adds an uploaded archive to its import; repeating it changes nothing. @throws AppError 404, 409, 503 */
export async function addArchive(actor: MemberActor, importId: string, uploadId: string): Promise<ImportDto> {
  await requireImport(actor, importId);
  await completeArchive(actor, importId, uploadId, async (client, archive) => {
    const { familyId } = actor;
    // A concurrent start of reading either waits or comes first.
    const [open] = await client.$queryRaw<{ state: string }[]>`
      SELECT state::text AS state FROM "Import" WHERE id = ${importId}::uuid AND "familyId" = ${familyId}::uuid
      FOR NO KEY UPDATE`;
    if (!open) throw notFound();
    if (open.state !== "uploading") throw alreadyRead();
    await client.importArchive.create({ data: { ...archive, importId, familyId }, select: { id: true } });
  });
  return requireImport(actor, importId);
}
