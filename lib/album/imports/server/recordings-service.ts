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

/** A comment that was imported without what it sounds like. */
interface Wanted {
  mediaId: string;
  text: string;
  at: Date;
}

async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // A copy: what was given may be used again.
  for await (const piece of bytes) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** What comes with every album that is moved: a recording that can't be used costs nothing but itself. */
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

/** The recordings of an export's voice notes, which are put beside their words once those are in the album. */
export class RestoredRecordings {
  /** By the file's path in the export. */
  readonly #wanted = new Map<string, Wanted>();

  constructor(private readonly familyId: string) {}

  /** Notes what an item's comments need. */
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
   * Reads them from where the import reads everything. What is there already is left alone.
   * @param folder of the server, whose files are read where there are no archives
   * @param top where the export begins in it
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
        // Year, month and name: someone who has packed an export again may have put it into another folder.
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
      // The plan is full: the words are there.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
