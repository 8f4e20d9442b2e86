import { KnownChecksums } from "@/lib/album/archives/server/checksum-service";
import { pulled, readFiles } from "@/lib/album/archives/server/download-service";
import { membershipGuard } from "@/lib/album/archives/server/membership-guard";
import { planFile } from "@/lib/album/media/server/file-plan";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import type { ExportDto } from "@/lib/operations/exports/schema";
import {
  type ExportFile,
  editedIdOf,
  exportLayout,
  isOriginal,
  keepsakeContent,
} from "@/lib/operations/exports/server/file-list";
import { getExport, ownExports } from "@/lib/operations/exports/server/service";
import { StoredExport } from "@/lib/operations/exports/server/stored-export";
import { Cache } from "@/lib/platform/cache";
import { zipBytes } from "@/lib/platform/files/zip-stream";
import { getStorage } from "@/lib/platform/storage/storage";
import { type ByteRange, StorageError } from "@/lib/platform/storage/storage-driver";
import { mebibyte } from "@/lib/shared/units";

/** Approximate memory per entry of a list. */
const fileBytes = 400;

const notReady = () =>
  new AppError(
    "export_not_ready",
    409,
    "This export is still being prepared. Please wait until it is ready.",
  );
const outdated = () =>
  new AppError(
    "export_outdated",
    409,
    "Some of these photos and videos have since been deleted. Please prepare the export again.",
  );
const expired = () =>
  new AppError("export_expired", 410, "This export can't be downloaded any more. Please prepare a new one.");

interface ExportRow {
  id: string;
  familyId: string;
  scope: "family" | "own";
  bytes: bigint;
}

interface Contents {
  files: ExportFile[];
  /** Originals and clips, by their index in `files`. */
  stored: ({ id: string; storagePath: string; crc32: number | null } | null)[];
  store: StoredExport;
}

/** @throws AppError 404, 409, 410 */
async function requireReady(actor: MemberActor, id: string) {
  const row = await db.export.findFirst({
    where: { ...ownExports(actor), id },
    select: { id: true, familyId: true, scope: true, state: true, digest: true, fileName: true, bytes: true },
  });
  if (!row || row.state === "failed") throw notFound();
  if (row.state === "preparing") throw notReady();
  if (row.state === "outdated") throw outdated();
  if (row.state === "expired") throw expired();
  return row;
}

/** Records that it can no longer be downloaded; the page says so. */
async function noteState({ id }: ExportRow, state: "outdated" | "expired"): Promise<void> {
  await db.export.updateMany({ where: { id, state: "ready" }, data: { state } });
}

async function noteDownloaded({ id }: ExportRow): Promise<void> {
  await db.export.updateMany({ where: { id, downloadedAt: null }, data: { downloadedAt: new Date() } });
}

/** Resumed downloads read a list again and again, and it never changes. */
const lists = new Cache<ExportFile[]>({
  maxBytes: 64 * mebibyte,
  bytesOf: (files) => files.length * fileBytes,
});

async function listFiles(store: StoredExport, row: ExportRow): Promise<ExportFile[]> {
  const known = lists.get(row.id);
  if (known) return known;
  try {
    const all = await store.readFileList();
    const files = all.filter(({ isIncluded }) => isIncluded);
    lists.set(row.id, files);
    return files;
  } catch (error) {
    if (!(error instanceof StorageError && error.code === "missing")) throw error;
    await noteState(row, "expired");
    throw expired();
  }
}

/**
 * @throws AppError 409 when something in it has been deleted, 410 when its own files are gone, as after a restored
 * backup
 */
async function readContents(actor: MemberActor, row: ExportRow): Promise<Contents> {
  const store = new StoredExport(row);
  const files = await listFiles(store, row);
  const originals = files.filter(isOriginal);
  const found = await readFiles(
    actor,
    originals.map(({ content }) => content),
  );
  if (!found) {
    await noteState(row, "outdated");
    // Permanently deleted items must leave nothing here.
    await store.remove({ keepsList: true });
    throw outdated();
  }
  let next = 0;
  const stored = files.map((file) => (isOriginal(file) ? (found[next++] ?? null) : null));
  return { files, stored, store };
}

/** The current state of one of the person's exports; a ready one has been checked. @throws AppError 404 */
export async function checkExport(actor: MemberActor, id: string): Promise<ExportDto> {
  const found = await getExport(actor, id);
  if (found.state !== "ready") return found;
  try {
    await readContents(actor, await requireReady(actor, id));
    return found;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return getExport(actor, id);
  }
}

/** Part of one of the files. */
async function readPart(
  { files, stored, store }: Contents,
  index: number,
  range: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  const original = stored[index];
  if (original) return getStorage().read(original.storagePath, range);
  const { content = "", at = null } = files[index] ?? {};
  if (content === keepsakeContent) return store.readKeepsake(range);
  const editedId = editedIdOf(content);
  if (editedId !== null) return store.readEdited(editedId, range);
  return oneBlock(await store.readText((at ?? 0) + range.start, range.end + 1 - range.start));
}

async function* oneBlock(block: Uint8Array): AsyncGenerator<Uint8Array> {
  yield block;
}

async function* zipOf(
  actor: MemberActor,
  row: ExportRow,
  contents: Contents,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { files, stored } = contents;
  const checksums = new KnownChecksums(
    files.map(({ content, crc }, index) => {
      const original = stored[index];
      return { id: original?.id ?? content, crc32: original ? original.crc32 : crc };
    }),
  );
  const stillMay = membershipGuard(actor, row.scope === "family" ? "owner" : undefined);
  try {
    yield* zipBytes(exportLayout(files), range, {
      read: async (index, part) => {
        await stillMay();
        return readPart(contents, index, part);
      },
      knownCrc: (index) => checksums.get(index),
      learn: (index, crc) => checksums.set(index, crc),
    });
    if (range.end + 1 === Number(row.bytes)) await noteDownloaded(row);
  } catch (error) {
    // The response has begun: only a broken connection can say that the rest won't come.
    logError(error, { userId: actor.userId, exportId: row.id });
    throw error;
  } finally {
    await checksums.save();
  }
}

/**
 * Streams an export's ZIP to the person who asked for it, with ranges, so that an interrupted download can resume at
 * any byte.
 * @throws AppError 404, 409 export_not_ready or export_outdated, 410 export_expired
 */
export async function exportResponse(request: Request, actor: MemberActor, id: string): Promise<Response> {
  const row = await requireReady(actor, id);
  const zip = {
    key: "",
    contentType: "application/zip",
    etag: `"${row.digest}"`,
    downloadName: row.fileName,
  };
  const { status, headers, range } = planFile(zip, Number(row.bytes), (name) => request.headers.get(name));
  if (!range) return new Response(null, { status, headers });
  const contents = await readContents(actor, row);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  if (range.start === 0) {
    const { userId: actorId, familyId } = actor;
    const detail = { scope: row.scope };
    await recordActivity({ action: "export.downloaded", actorId, familyId, detail });
  }
  return new Response(pulled(zipOf(actor, row, contents, range)), { status, headers });
}
