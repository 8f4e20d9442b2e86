import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { exportFileName } from "@/lib/album/exports/format";
import { exportKey } from "@/lib/album/media/server/storage-keys";
import { type ExportFile, formatFileList, parseFileList } from "@/lib/operations/exports/server/file-list";
import type { ExportStore } from "@/lib/operations/exports/server/preparing";
import { getStorage } from "@/lib/platform/storage/storage";
import type { ByteRange } from "@/lib/platform/storage/storage-driver";

const listName = "files.json";
const textsName = "texts";
/** Enough for a million items; the storage requires a limit. */
const maxTextBytes = 16 * 1024 ** 3;
const maxEditedBytes = 1024 ** 3;
/** Texts are read together: in a bucket, reading many takes as long as reading one. */
const textsAtOnceBytes = 256 * 1024;

interface Stored {
  familyId: string;
  id: string;
}

/** What an export has made itself, in the storage. */
export class StoredExport implements ExportStore {
  readonly #place: Stored;
  /** SHA-256 of what has been written. */
  readonly hashes: string[] = [];
  #block: { start: number; bytes: Buffer } | null = null;

  constructor(place: Stored) {
    this.#place = place;
  }

  #key(name: string): string {
    return exportKey(this.#place.familyId, this.#place.id, name);
  }

  async #write(name: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
    const { sha256 } = await getStorage().write(this.#key(name), content, { maxBytes });
    this.hashes.push(`${name} ${sha256}`);
  }

  async writeKeepsake(content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#write(exportFileName, content, maxTextBytes);
  }

  async *keepsakeLines(): AsyncGenerator<string> {
    const input = await getStorage().read(this.#key(exportFileName));
    try {
      yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    } finally {
      input.destroy();
    }
  }

  async writeEdited({ mediaId }: { mediaId: string }, jpeg: Buffer): Promise<void> {
    await this.#write(`edited-${mediaId}`, Readable.from([jpeg]), maxEditedBytes);
  }

  async writeTexts(texts: AsyncIterable<{ content: Uint8Array }>): Promise<void> {
    await this.#write(textsName, gathered(texts), maxTextBytes);
  }

  async writeFileList(files: readonly ExportFile[]): Promise<void> {
    const content = Buffer.from(formatFileList(files));
    await getStorage().write(this.#key(listName), Readable.from([content]), { maxBytes: maxTextBytes });
  }

  /** @throws StorageError "missing" */
  async readFileList(): Promise<ExportFile[]> {
    return parseFileList(await text(await getStorage().read(this.#key(listName))));
  }

  readKeepsake(range: ByteRange): Promise<Readable> {
    return getStorage().read(this.#key(exportFileName), range);
  }

  readEdited(mediaId: string, range: ByteRange): Promise<Readable> {
    return getStorage().read(this.#key(`edited-${mediaId}`), range);
  }

  /** Part of the texts. Reads ahead, because the following texts are needed next. */
  async readText(at: number, bytes: number): Promise<Buffer> {
    const known = this.#block;
    if (!known || at < known.start || at + bytes > known.start + known.bytes.length) {
      const end = at + Math.max(bytes, textsAtOnceBytes) - 1;
      const pieces = await (await getStorage().read(this.#key(textsName), { start: at, end })).toArray();
      this.#block = { start: at, bytes: Buffer.concat(pieces) };
    }
    const { start = 0, bytes: block = Buffer.alloc(0) } = this.#block ?? {};
    return block.subarray(at - start, at - start + bytes);
  }

  /** Removes all, or all but the list of files. */
  async remove({ keepsList = false } = {}): Promise<void> {
    for await (const { key } of getStorage().list(this.#key(""))) {
      if (!keepsList || key !== this.#key(listName)) await getStorage().delete(key);
    }
  }
}

/** Joins thousands of small texts into fewer, larger pieces. */
async function* gathered(texts: AsyncIterable<{ content: Uint8Array }>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const { content } of texts) {
    pieces.push(content);
    bytes += content.length;
    if (bytes < textsAtOnceBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  yield Buffer.concat(pieces);
}
