import { ReadableStream as PulledStream } from "node:stream/web";
import { type ArchiveEntries, archiveEntriesSchema } from "@/lib/album/archives/schema";
import { KnownChecksums } from "@/lib/album/archives/server/checksum-service";
import { archiveLayout } from "@/lib/album/archives/server/contents";
import { membershipGuard } from "@/lib/album/archives/server/membership-guard";
import { placelessZip } from "@/lib/album/archives/server/placeless-zip";
import { planFile } from "@/lib/album/media/server/file-plan";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { zipBytes } from "@/lib/platform/files/zip-stream";
import { getStorage } from "@/lib/platform/storage/storage";
import type { ByteRange } from "@/lib/platform/storage/storage-driver";

const outdated = () =>
  new AppError(
    "archive_outdated",
    409,
    "Some of these photos and videos have since been deleted. Please start the download again.",
  );

export interface ArchivedFile {
  id: string;
  storagePath: string;
  mimeType: string;
  crc32: number | null;
}

/** Originals, clips and voice note recordings in the order of `ids`; null if one of them is no longer in the album. */
export async function readFiles(
  family: Pick<MemberActor, "familyId">,
  ids: string[],
): Promise<ArchivedFile[] | null> {
  const rows = await db.$queryRaw<ArchivedFile[]>`
    SELECT file.* FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS named(id, place)
    JOIN (
      SELECT m.id, m."storagePath", m."mimeType", m.crc32
      FROM "Media" m WHERE m.id = ANY(${ids}::uuid[]) AND ${visibleMediaSql(family)}
      UNION ALL
      SELECT c.id, c."storagePath", c."mimeType", c.crc32
      FROM "MediaClip" c JOIN "Media" m ON m.id = c."mediaId"
      WHERE c.id = ANY(${ids}::uuid[]) AND ${visibleMediaSql(family)}
      UNION ALL
      SELECT r.id, r."storagePath", 'audio/mp4', NULL
      FROM "CommentRecording" r JOIN "Comment" c ON c.id = r."commentId" JOIN "Media" m ON m.id = c."mediaId"
      WHERE r.id = ANY(${ids}::uuid[]) AND ${visibleMediaSql(family)}
    ) AS file ON file.id = named.id
    ORDER BY named.place`;
  return rows.length === ids.length ? rows : null;
}

async function* originals(
  actor: MemberActor,
  entries: ArchiveEntries,
  files: readonly ArchivedFile[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const checksums = new KnownChecksums(files);
  const stillMay = membershipGuard(actor);
  try {
    yield* zipBytes(archiveLayout(entries), range, {
      read: async (index, part) => {
        await stillMay();
        return getStorage().read(files[index]?.storagePath ?? "", part);
      },
      knownCrc: (index) => checksums.get(index),
      learn: (index, crc) => checksums.set(index, crc),
    });
  } catch (error) {
    // The response has started, so only a broken connection can signal that the rest won't come.
    logError(error, { userId: actor.userId });
    throw error;
  } finally {
    await checksums.save();
  }
}

/** A response body, pulled block by block: going through a Node stream takes twice as long. */
export const pulled = (blocks: AsyncGenerator<Uint8Array>) => PulledStream.from(blocks) as ReadableStream;

/**
 * Streams the ZIP to the person who asked for it, with ranges, so an interrupted download can resume. For children, and
 * for others on request, each file comes without its location; those ZIPs are made for each download, so they have no
 * ranges and no known length.
 * @throws AppError 404 also for another person's or an expired one, 409 archive_outdated
 */
export async function archiveResponse(
  request: Request,
  actor: MemberActor,
  id: string,
  place: "without" | undefined,
): Promise<Response> {
  const { userId, familyId } = actor;
  const archive = await db.mediaArchive.findFirst({
    where: { id, userId, familyId, expiresAt: { gt: new Date() } },
    select: { digest: true, fileName: true, bytes: true, entries: true },
  });
  if (!archive) throw notFound();
  const entries = archiveEntriesSchema.parse(archive.entries);
  const ids = entries.map(([fileId]) => fileId);
  const files = await readFiles(actor, ids);
  if (!files) throw outdated();
  const isPlaceless = actor.isChild || place === "without";
  const zip = {
    key: "",
    contentType: "application/zip",
    etag: `"${archive.digest}${isPlaceless ? "-without-place" : ""}"`,
    downloadName: archive.fileName,
  };
  if (isPlaceless) {
    const { "Content-Length": _, ETag: __, ...headers } = planFile(zip, 0, () => null).headers;
    headers["Accept-Ranges"] = "none";
    const body = request.method === "HEAD" ? null : placelessZip(actor, entries, files);
    return new Response(body && pulled(body), { headers });
  }
  const plan = planFile(zip, Number(archive.bytes), (name) => request.headers.get(name));
  const { status, headers } = plan;
  if (!plan.range || request.method === "HEAD") return new Response(null, { status, headers });
  return new Response(pulled(originals(actor, entries, files, plan.range)), { status, headers });
}
