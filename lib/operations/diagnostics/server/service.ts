import { rebuildThumbnails } from "@/lib/album/media/server/rebuild-service";
import { derivativeKey, shownKey } from "@/lib/album/media/server/storage-keys";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { db, type Prisma } from "@/lib/db";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import type {
  ClipFactsDto,
  FileStateDto,
  ItemDiagnosisDto,
  ListDiagnosticsQuery,
  MediaDiagnosisDto,
  MediaDiagnosisPageDto,
} from "@/lib/operations/diagnostics/schema";
import { isInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { probeVideo } from "@/lib/platform/video/probe";
import { diagnosticsPageSize } from "@/lib/shared/diagnostics-page-size";
import { Semaphore } from "@/lib/shared/semaphore";
import { mebibyte } from "@/lib/shared/units";

/** Reading a clip's headers and rebuilding pictures is heavy work for the machine. */
const heavyWork = { name: "diagnostics", points: 300, seconds: 3600 };
const waitingMs = 60_000;
/** A file in a bucket is copied to this machine to be read, at every view. */
const maxCopiedBytes = 200 * mebibyte;
const copying = new Semaphore(1);

function requireCanDiagnose(actor: MemberActor): void {
  if (!may(actor, "media.editAny")) throw forbidden("Only the family's admins can do this.");
}

const select = {
  id: true,
  fileName: true,
  mediaType: true,
  mimeType: true,
  year: true,
  month: true,
  description: true,
  uploadDate: true,
  bytes: true,
  width: true,
  height: true,
  durationMs: true,
  derivatives: true,
  derivativeError: true,
  deriveAttempts: true,
  playable: true,
  playableSmall: true,
  transcodeAttempts: true,
  storagePath: true,
  clip: { select: { storagePath: true } },
  edits: true,
  editVersion: true,
} as const satisfies Prisma.MediaSelect;
type Row = Prisma.MediaGetPayload<{ select: typeof select }>;

const bytesOf = async (key: string) => (await getStorage().stat(key))?.bytes ?? null;

async function fileStates(familyId: string, row: Row): Promise<FileStateDto[]> {
  const shown = (kind: "thumbnail" | "medium") => bytesOf(shownKey({ ...row, familyId }, kind));
  const isReady = row.derivatives === "ready";
  const isPlayed = row.mediaType === "video" || row.playable !== "none";
  const [original, clip, thumbnail, medium, playable] = await Promise.all([
    bytesOf(row.storagePath),
    row.clip ? bytesOf(row.clip.storagePath) : null,
    shown("thumbnail"),
    shown("medium"),
    isPlayed ? bytesOf(derivativeKey(familyId, row.id, "playable")) : null,
  ]);
  const files: FileStateDto[] = [
    { kind: "original", isExpected: true, bytes: original },
    ...(row.clip ? [{ kind: "clip" as const, isExpected: true, bytes: clip }] : []),
    { kind: "thumbnail", isExpected: isReady, bytes: thumbnail },
    { kind: "medium", isExpected: isReady, bytes: medium },
  ];
  if (isPlayed) {
    files.push({ kind: "playable", isExpected: row.playable === "ready", bytes: playable });
  }
  if (row.playableSmall !== "none") {
    const isSmallReady = row.playableSmall === "ready";
    const bytes = await bytesOf(derivativeKey(familyId, row.id, "playable-small"));
    files.push({ kind: "playable-small", isExpected: isSmallReady, bytes });
  }
  return files;
}

async function diagnosis(familyId: string, row: Row): Promise<MediaDiagnosisDto> {
  const { storagePath: _path, clip: _clip, edits: _edits, editVersion: _version, ...rest } = row;
  const bytes = Number(row.bytes);
  return { ...rest, bytes, uploadDate: row.uploadDate.toISOString(), files: await fileStates(familyId, row) };
}

/** The family's items, latest first, each with its existing files. @throws AppError 403 */
export async function listMediaDiagnoses(
  actor: MemberActor,
  { mediaType, only, limit = diagnosticsPageSize, offset = 0 }: ListDiagnosticsQuery,
): Promise<MediaDiagnosisPageDto> {
  requireCanDiagnose(actor);
  const { familyId } = actor;
  const waitingSince = { lt: new Date(Date.now() - waitingMs) };
  const where: Prisma.MediaWhereInput = {
    ...visibleMedia({ familyId }),
    ...(mediaType ? { mediaType } : {}),
    ...(only === "broken"
      ? {
          OR: [
            { derivatives: "failed" },
            { playable: "failed" },
            { playableSmall: "failed" },
            { derivatives: "pending", uploadDate: waitingSince },
            { playable: "pending", uploadDate: waitingSince },
          ],
        }
      : {}),
  };
  const [rows, total] = await Promise.all([
    db.media.findMany({
      where,
      select,
      orderBy: [{ uploadDate: "desc" }, { id: "desc" }],
      take: limit,
      skip: offset,
    }),
    db.media.count({ where }),
  ]);
  const items = await Promise.all(rows.map((row) => diagnosis(familyId, row)));
  return { items, pagination: { total, limit, offset, hasMore: offset + rows.length < total } };
}

async function requireRow(actor: MemberActor, id: string): Promise<Row> {
  const row = await db.media.findFirst({ where: { id, ...visibleMedia(actor) }, select });
  if (!row) throw notFound();
  return row;
}

const isCopied = (key: string) => getStorage().localPath(key) === null && !isInPlace(key);

/** @throws StorageError, unless the file is missing */
async function clipFacts(key: string, rendition: ClipFactsDto["rendition"]): Promise<ClipFactsDto> {
  const bytes = await bytesOf(key);
  const without = (problem: string) => ({ rendition, bytes, facts: null, problem });
  if (bytes === null) return without("The file is missing.");
  if (isCopied(key) && bytes > maxCopiedBytes) return without("Too large to read from the bucket here.");
  const probe = () => getStorage().withLocalFile(key, (path) => probeVideo(path));
  try {
    const found = await (isCopied(key) ? copying.run(probe) : probe());
    const { videoCodec, audioCodec, width, height, durationMs, isWebPlayable, hdrTransfer } = found;
    const facts = { videoCodec, audioCodec, width, height, durationMs, isWebPlayable };
    return { rendition, bytes, facts: { ...facts, isHdr: hdrTransfer !== null }, problem: null };
  } catch (error) {
    if (error instanceof StorageError && error.code !== "missing") throw error;
    // ffprobe's errors for a broken file contain paths of this machine.
    return without(
      error instanceof StorageError ? "The file is missing." : "The file can't be read as a video.",
    );
  }
}

/**
 * One item in detail: for a clip, also the format of its renditions, of those in a bucket only up to 200 MB.
 * @throws AppError 403, 404, 429; StorageError
 */
export async function getItemDiagnosis(actor: MemberActor, id: string): Promise<ItemDiagnosisDto> {
  requireCanDiagnose(actor);
  const row = await requireRow(actor, id);
  const { familyId } = actor;
  const clip: ClipFactsDto[] = [];
  if (row.mediaType === "video") {
    await consumeRateLimit(heavyWork, actor.userId);
    clip.push(await clipFacts(row.storagePath, "original"));
    if (row.playable === "ready")
      clip.push(await clipFacts(derivativeKey(familyId, row.id, "playable"), "playable"));
  }
  return { ...(await diagnosis(familyId, row)), clip };
}

/**
 * Rebuilds an item's thumbnail and medium image. The existing ones stay if that fails.
 * @throws AppError 403, 404, 422 when they can't be made, 429
 */
export async function rebuildItem(actor: MemberActor, id: string): Promise<MediaDiagnosisDto> {
  requireCanDiagnose(actor);
  await requireRow(actor, id);
  await consumeRateLimit(heavyWork, actor.userId);
  const isMade = await rebuildThumbnails(id.toLowerCase());
  const row = await requireRow(actor, id);
  if (!isMade) {
    throw new AppError(
      "not_rebuilt",
      422,
      "The previews could not be made from the original. The existing ones are unchanged.",
    );
  }
  return diagnosis(actor.familyId, row);
}
