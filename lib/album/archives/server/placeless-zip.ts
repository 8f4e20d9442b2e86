import type { ArchiveEntries } from "@/lib/album/archives/schema";
import { membershipGuard } from "@/lib/album/archives/server/membership-guard";
import { contentWithoutPlace } from "@/lib/album/media/server/download-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { AppError } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { ZipWriter } from "@/lib/platform/files/zip-writer";

const leftOut = (names: readonly string[]) =>
  Buffer.from(
    `We couldn't remove the place from these files, so they are not in here:\n\n${names.join("\n")}\n`,
  );

async function write(
  zip: ZipWriter,
  actor: MemberActor,
  entries: ArchiveEntries,
  files: readonly { storagePath: string; mimeType: string }[],
): Promise<void> {
  const stillMay = membershipGuard(actor);
  const refused: string[] = [];
  for (const [index, [, name, , seconds]] of entries.entries()) {
    const { storagePath: key = "", mimeType: contentType = "" } = files[index] ?? {};
    await stillMay();
    try {
      const content = await contentWithoutPlace({ key, contentType, etag: "" });
      const mtime = new Date(seconds * 1000);
      const source = content.stream();
      // If the reader has gone, nothing else would close the stream.
      await zip
        .add(name, source, { compress: false, size: content.bytes, mtime })
        .finally(() => source.destroy());
    } catch (error) {
      if (!(error instanceof AppError && error.code === "place_not_removed")) throw error;
      refused.push(name);
    }
  }
  if (refused.length > 0) zip.addText("not-included.txt", leftOut(refused));
  zip.end();
}

/**
 * A ZIP of these files without their locations. Aborts if one can't be read. Nothing is opened before the first byte is
 * requested, because a response whose reader has left by then never ends.
 */
export async function* placelessZip(
  actor: MemberActor,
  entries: ArchiveEntries,
  files: readonly { storagePath: string; mimeType: string }[],
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  write(zip, actor, entries, files).catch((error: unknown) => {
    if (!zip.output.destroyed) logError(error, { userId: actor.userId });
    zip.output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  yield* zip.output;
}
