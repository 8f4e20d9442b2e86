import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isNoFaultOfFile } from "@/lib/album/media/server/derivatives-service";
import { createFacts } from "@/lib/album/media/server/facts-service";
import { db } from "@/lib/db";
import type { MediaType } from "@/lib/generated/prisma/enums";
import { logError } from "@/lib/http/log";
import { readBlocks } from "@/lib/platform/files/blocks";
import { Checksums, type FileChecksums } from "@/lib/platform/files/checksums";
import { noFacts, type OriginalFacts } from "@/lib/platform/files/original-facts";
import { readPhotoMetadata } from "@/lib/platform/images/photo-metadata";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { canDecodeClips, findVideoTools, VideoError } from "@/lib/platform/video/ffmpeg";
import { probeVideo } from "@/lib/platform/video/probe";

const batchSize = 50;
/** Page requests get their turn in between. */
const restMs = 20;
/** Shorter than the ten minutes until the next run, which continues. */
const runMs = 8 * 60_000;
const noId = "00000000-0000-0000-0000-000000000000";

interface UnreadMedia {
  id: string;
  familyId: string;
  mediaType: MediaType;
  storagePath: string;
  sha256: string;
}

/** The next items without facts. If this server can't read clips, they wait for one that can. */
async function listUnread(after: string): Promise<UnreadMedia[]> {
  const readsClips = (await canDecodeClips()) && (await findVideoTools()) !== null;
  return db.media.findMany({
    where: { id: { gt: after }, facts: null, ...(readsClips ? {} : { mediaType: "image" }) },
    select: { id: true, familyId: true, mediaType: true, storagePath: true, sha256: true },
    orderBy: { id: "asc" },
    take: batchSize,
  });
}

/** No decoder starts, so the other photos would fail too. */
class NoDecoderError extends Error {}

async function factsOf(mediaType: MediaType, path: string): Promise<OriginalFacts> {
  if (mediaType === "image") {
    const { facts } = await readPhotoMetadata(path);
    if (!facts) throw new NoDecoderError("Photos can't be read at present");
    return facts;
  }
  try {
    return (await probeVideo(path)).original;
  } catch (error) {
    if (error instanceof VideoError) return noFacts;
    throw error;
  }
}

/** Null if the bytes have changed, so the checksums aren't the original's. The integrity check reports those. */
async function checksumsOfOriginal(path: string, sha256: string): Promise<FileChecksums | null> {
  const hash = createHash("sha256");
  const checksums = new Checksums();
  for await (const block of readBlocks(path)) {
    hash.update(block);
    checksums.update(block);
  }
  return hash.digest("hex") === sha256 ? checksums.result() : null;
}

async function saveFacts(
  media: UnreadMedia,
  facts: OriginalFacts,
  checksums: FileChecksums | null,
): Promise<void> {
  await db.$transaction(async (client) => {
    // It may have been erased meanwhile.
    const [held] = await client.$queryRaw<object[]>`
      SELECT 1 FROM "Media" WHERE id = ${media.id}::uuid FOR KEY SHARE`;
    if (!held) return;
    await createFacts(client, media, { ...facts, sha1: checksums?.sha1 ?? null });
    if (!checksums) return;
    await client.media.updateMany({
      where: { id: media.id, crc32: null },
      data: { crc32: checksums.crc32 },
    });
  });
}

async function readFacts(media: UnreadMedia): Promise<void> {
  try {
    await getStorage().withLocalFile(media.storagePath, async (path) => {
      const checksums = await checksumsOfOriginal(path, media.sha256);
      await saveFacts(media, await factsOf(media.mediaType, path), checksums);
    });
  } catch (error) {
    // The file is missing: its facts are read once it is back in place.
    if (error instanceof StorageError && error.code === "missing") return;
    if (error instanceof NoDecoderError || isNoFaultOfFile(error)) throw error;
    logError(error, { mediaId: media.id });
    await saveFacts(media, noFacts, null);
  }
}

/**
 * Reads the facts of items that have none yet from their originals, one after the other, for some minutes; the next run
 * continues. The rows are the only record of progress, so a kill costs one item.
 * @returns how many items were processed
 * @throws StorageError, when no more can be read at present
 */
export async function readMissingFacts(signal?: AbortSignal): Promise<number> {
  const until = Date.now() + runMs;
  let processed = 0;
  for (let after = noId; ; ) {
    await getStorage().ready();
    const batch = await listUnread(after);
    for (const media of batch) {
      if (signal?.aborted || Date.now() > until) return processed;
      await readFacts(media);
      processed += 1;
      await delay(restMs);
    }
    const last = batch.at(-1);
    if (!last) return processed;
    after = last.id;
  }
}

export const readFactsTask = defineTask("media.read-facts", noPayload, (_, { signal }) =>
  readMissingFacts(signal),
);
