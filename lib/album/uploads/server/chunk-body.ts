import { chunkFieldsSchema } from "@/lib/album/uploads/schema";
import { readJsonWithFile } from "@/lib/album/uploads/server/json-upload";
import { countedBody, mediaTypeOf } from "@/lib/http/body";
import { AppError, badInput, tooLarge } from "@/lib/http/errors";
import { Blocks } from "@/lib/platform/files/blocks";
import { megabyteLabel } from "@/lib/shared/megabytes";
import { chunkBytes } from "@/lib/shared/upload-limits";

export interface ReceivedChunks {
  uploadId: string;
  /** Of the first chunk; the others follow it. */
  chunkIndex: number;
  /**
   * The bytes in chunks of this length, the last one with what is left. Each is valid until the one after the next is
   * requested or, with room for one, until the next is. JSON carries one chunk, of 1 MiB at most.
   * @param maxBytes of all of them
   * @param room how many chunks are in memory
   */
  chunks: (length: number, maxBytes: number, room: 1 | 2) => AsyncIterable<Buffer> | Iterable<Buffer>;
}

const chunkTooLarge = `A chunk can be at most ${megabyteLabel(chunkBytes)}.`;

function checkedFields(fields: unknown): { uploadId: string; chunkIndex: number } {
  const checked = chunkFieldsSchema.safeParse(fields);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  throw badInput(issue?.path.join(".") ?? "body", issue?.message ?? "The chunk is not valid.");
}

function blocksOf(length: number, held: Blocks[], room: 1 | 2): Blocks {
  const blocks = new Blocks(length, room);
  held.push(blocks);
  return blocks;
}

async function receive(request: Request, held: Blocks[]): Promise<ReceivedChunks> {
  const type = mediaTypeOf(request);
  if (type === "application/octet-stream") {
    const query = new URL(request.url).searchParams;
    const index = query.get("chunkIndex") ?? "";
    const fields = {
      uploadId: query.get("uploadId") ?? undefined,
      chunkIndex: /^\d{1,4}$/.test(index) ? Number(index) : index,
    };
    const chunks = (length: number, maxBytes: number, room: 1 | 2) => {
      const partTooLarge = `A part can be at most ${megabyteLabel(maxBytes)}.`;
      return blocksOf(length, held, room).gather(countedBody(request, maxBytes, partTooLarge));
    };
    return { ...checkedFields(fields), chunks };
  }
  if (type === "application/json") {
    const body = countedBody(request, 2 * chunkBytes, chunkTooLarge);
    const { fields, file } = await readJsonWithFile(body, "chunkData", async (bytes) => {
      const chunks: Buffer[] = [];
      for await (const chunk of blocksOf(chunkBytes, held, 2).gather(bytes)) {
        if (chunks.push(chunk) > 1) throw tooLarge(chunkTooLarge, "chunkData");
      }
      return chunks;
    });
    return { ...checkedFields(fields), chunks: () => file ?? [] };
  }
  throw new AppError(
    "unsupported_content_type",
    415,
    "Please send a chunk as application/json or application/octet-stream.",
  );
}

/**
 * Receives a chunk call: one chunk as JSON, or a run of them as raw bytes, which are read as `store` requests them.
 * @throws AppError 400 with the field, 413, 415
 */
export async function receiveChunks<T>(
  request: Request,
  store: (received: ReceivedChunks) => Promise<T>,
): Promise<T> {
  const held: Blocks[] = [];
  try {
    return await store(await receive(request, held));
  } finally {
    for (const blocks of held) blocks.free();
  }
}
