import {
  type MadeRecording,
  makeRecording,
  withStoredRecording,
} from "@/lib/album/comments/server/voice-note-service";
import type { ExportedItem } from "@/lib/album/exports/format";
import { commentText } from "@/lib/album/imports/server/export-reading";
import { type ArchiveRow, readFolderFile, sourceOf } from "@/lib/album/imports/server/sources";
import { zipType } from "@/lib/album/uploads/server/archive-type";
import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { ArchiveError, ZipReader } from "@/lib/platform/files/zip-reader";
import { VideoUnavailableError } from "@/lib/platform/video/ffmpeg";
import { VoiceNoteError } from "@/lib/platform/video/voice-note";
import { maxVoiceNoteBytes } from "@/lib/shared/voice-note-limits";

/** A comment that was imported without its recording. */
interface Wanted {
  mediaId: string;
  text: string;
  at: Date;
}

async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // Copied, since the buffer may be reused.
  for await (const piece of bytes) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Converts a recording; null if it can't be used, so that nothing else in a moved album is lost with it. */
async function made(bytes: AsyncIterable<Uint8Array>): Promise<MadeRecording | null> {
  try {
    return await makeRecording(await gather(bytes));
  } catch (error) {
    if (
      error instanceof VoiceNoteError ||
      error instanceof VideoUnavailableError ||
      error instanceof ArchiveError
    ) {
      return null;
    }
    throw error;
  }
}

/** The recordings of an export's voice notes, which are added to their comments once those are in the album. */
export class RestoredRecordings {
  /** By the file's path in the export. */
  readonly #wanted = new Map<string, Wanted>();

  constructor(private readonly familyId: string) {}

  /** Notes the recordings that an item's comments need. */
  find(item: ExportedItem, mediaOf: ReadonlyMap<string, string>): void {
    const mediaId = mediaOf.get(item.id);
    if (mediaId === undefined) return;
    for (const { text, at, recording } of item.comments) {
      if (!recording?.path || recording.bytes > maxVoiceNoteBytes) continue;
      const wanted = { mediaId, text: commentText(text), at: new Date(at) };
      this.#wanted.set(recording.path.normalize("NFC"), wanted);
    }
  }

  /**
   * Reads them from the import's source. Existing recordings are left alone.
   * @param folder a folder on the server, whose files are read if there are no archives
   * @param top the export's top folder in it
   * @throws ArchiveError, ArchiveGoneError, StorageError
   */
  async restore(archives: readonly ArchiveRow[], folder: string | null, top: string): Promise<void> {
    if (this.#wanted.size === 0) return;
    for (const archive of archives) {
      if (archive.mimeType === zipType) await this.#restoreFrom(await sourceOf(archive, folder));
    }
    if (folder === null || archives.length > 0) return;
    for (const [path, wanted] of this.#wanted) {
      const bytes = await readFolderFile(folder, `${top}${path}`).catch(() => null);
      if (bytes) await this.#restoreOne(wanted, () => bytes);
    }
  }

  async #restoreFrom(source: Awaited<ReturnType<typeof sourceOf>>): Promise<void> {
    const zip = await ZipReader.open(source);
    try {
      const members = [];
      for await (const member of zip.list()) {
        if (member.name.endsWith(".m4a") && member.bytes <= maxVoiceNoteBytes) members.push(member);
      }
      for (const member of members) {
        // Year, month and name: someone who has repacked an export may have put it into another folder.
        const path = member.name.normalize("NFC").split("/").slice(-3).join("/");
        const wanted = this.#wanted.get(path);
        if (wanted && member.refusal === null) await this.#restoreOne(wanted, () => zip.read(member));
      }
    } finally {
      zip.close();
    }
  }

  async #restoreOne({ mediaId, text, at }: Wanted, read: () => AsyncIterable<Uint8Array>): Promise<void> {
    const { familyId } = this;
    const comment = await db.comment.findFirst({
      where: { mediaId, familyId, text, createdAt: at, recording: null },
      select: { id: true },
    });
    if (!comment) return;
    const recording = await made(read());
    if (!recording) return;
    try {
      await withStoredRecording(familyId, recording, (add) =>
        db.$transaction((client) => add(client, comment.id)),
      );
    } catch (error) {
      // If the plan is full, at least the text is there.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
