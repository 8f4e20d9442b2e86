import { createHash, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { CommentDto, CreateVoiceNoteInput } from "@/lib/album/comments/schema";
import { addComment } from "@/lib/album/comments/server/service";
import { fileResponse } from "@/lib/album/media/server/file-response";
import { originalKey } from "@/lib/album/media/server/storage-keys";
import { requireVisibleMedia, visibleMedia } from "@/lib/album/media/server/visible-media";
import { requireRoom } from "@/lib/album/uploads/server/ingest-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { AppError, badInput, notFound, unavailable } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { sniffFileType } from "@/lib/platform/files/sniff";
import { withTemporaryFile } from "@/lib/platform/files/temporary-file";
import { getStorage } from "@/lib/platform/storage/storage";
import { VideoUnavailableError } from "@/lib/platform/video/ffmpeg";
import { makeVoiceNote, type VoiceNote, VoiceNoteError } from "@/lib/platform/video/voice-note";
import { Semaphore } from "@/lib/shared/semaphore";
import { maxVoiceNoteBytes } from "@/lib/shared/voice-note-limits";

/** More than anyone can say. Each is converted, which costs a fraction of a second. */
const voiceNotesPerPerson = { name: "voice-notes", points: 20, seconds: 60 };
const converting = new Semaphore(2);

const messages = {
  unreadable: "This recording can't be read. Please try again.",
  has_picture: "A voice note has sound only. Please upload a video to the album instead.",
  too_long: "A voice note can be up to a minute long.",
  too_short: "This recording is too short to hear anything.",
} as const;

/** A converted voice note. */
export interface MadeRecording extends VoiceNote {
  bytes: Buffer;
}

/** @throws VoiceNoteError, VideoUnavailableError */
export async function makeRecording(recorded: Buffer): Promise<MadeRecording> {
  const type = sniffFileType(recorded);
  // The formats that browsers record in.
  if (type?.extension !== "webm" && type?.extension !== "mp4") throw new VoiceNoteError("unreadable");
  return converting.run(() =>
    withTemporaryFile(type.extension, (input) =>
      withTemporaryFile("m4a", async (output) => {
        await writeFile(input, recorded);
        const made = await makeVoiceNote(input, output);
        return { ...made, bytes: await readFile(output) };
      }),
    ),
  );
}

async function convert(recorded: Buffer): Promise<MadeRecording> {
  try {
    return await makeRecording(recorded);
  } catch (error) {
    if (error instanceof VoiceNoteError) throw badInput("recording", messages[error.problem]);
    if (error instanceof VideoUnavailableError) {
      throw unavailable(
        "voice_notes_unavailable",
        "This album can't take voice notes yet: ffmpeg is missing.",
      );
    }
    throw error;
  }
}

/**
 * Stores a voice note's sound before its row, as with originals, so that no row is ever without its file. If the row
 * isn't saved, the file is removed.
 * @param save creates the comment; `add` gives it the recording
 */
export async function withStoredRecording<T>(
  familyId: string,
  { bytes, durationMs, waveform }: MadeRecording,
  save: (add: (client: Prisma.TransactionClient, commentId: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const id = randomUUID();
  const storagePath = originalKey(familyId, id, "m4a");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await getStorage().write(storagePath, oneBlock(bytes), { maxBytes: maxVoiceNoteBytes });
  const file = { id, familyId, storagePath, sha256, bytes: bytes.length };
  try {
    return await save(async (client, commentId) => {
      const data = { ...file, commentId, durationMs, waveform };
      await client.commentRecording.create({ data, select: { id: true } });
      await requireRoom(client, familyId, { mediaId: id, bytes: bytes.length });
    });
  } catch (error) {
    const isSaved = await db.commentRecording.count({ where: { id } }).catch(() => 1);
    if (isSaved === 0)
      await getStorage()
        .delete(storagePath)
        .catch((cause) => logError(cause, {}));
    throw error;
  }
}

async function* oneBlock(block: Uint8Array): AsyncGenerator<Uint8Array> {
  yield block;
}

/** Adds a voice note to an item. @throws AppError 400 with the field, 404, 422 storage_limit, 429, 503 (no ffmpeg) */
export async function createVoiceNote(
  actor: MemberActor,
  mediaId: string,
  { recording, text }: CreateVoiceNoteInput,
): Promise<CommentDto> {
  await requireVisibleMedia(actor, mediaId);
  await consumeRateLimit(voiceNotesPerPerson, actor.userId);
  const recorded = Buffer.from(recording, "base64");
  if (recorded.length > maxVoiceNoteBytes) {
    throw new AppError("too_large", 413, "This recording is too large.", { field: "recording" });
  }
  const made = await convert(recorded);
  return withStoredRecording(actor.familyId, made, (add) => addComment(actor, mediaId, text, add));
}

/** A voice note's recording, for anyone who can see its item. @throws AppError 404 */
export async function recordingResponse(
  request: Request,
  actor: MemberActor,
  commentId: string,
): Promise<Response> {
  const found = await db.commentRecording.findFirst({
    where: { commentId, familyId: actor.familyId, comment: { media: visibleMedia(actor) } },
    select: { storagePath: true, sha256: true },
  });
  if (!found) throw notFound();
  const { storagePath: key, sha256 } = found;
  return fileResponse(request, { key, contentType: "audio/mp4", etag: `"${sha256.slice(0, 24)}"` });
}
