import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { storedSizes } from "@/lib/album/archives/server/stored-sizes";
import {
  type ExportedItem,
  type ExportedPerson,
  type ExportHead,
  exportedItemSchema,
  exportedPersonSchema,
  exportFileName,
  exportFormat,
  exportVersion,
} from "@/lib/album/exports/format";
import { exportText, readExportLines } from "@/lib/album/exports/lines";
import { readEdits } from "@/lib/album/media/picture-edits";
import { givenNameOf } from "@/lib/core/names/server/display-name";
import {
  type ExportFile,
  editedContent,
  keepsakeContent,
  madeContent,
} from "@/lib/operations/exports/server/file-list";
import {
  exportedItem,
  type ItemPaths,
  type ItemRow,
  listItemIds,
  readItems,
} from "@/lib/operations/exports/server/items-service";
import {
  readAlbums,
  readBooks,
  readFamilyHead,
  readGrowingNotes,
  readMonthIcons,
  readNotices,
  readPrintOrders,
} from "@/lib/operations/exports/server/lists-service";
import {
  type ExportedPeople,
  type ExportOf,
  readPeople,
} from "@/lib/operations/exports/server/people-service";
import { ExportPlan } from "@/lib/operations/exports/server/plan";
import { readMe } from "@/lib/operations/exports/server/read-me";
import { type SidecarPart, sidecarOf } from "@/lib/operations/exports/server/sidecar";
import { ImageError } from "@/lib/platform/images/image-error";
import { makeEditedPicture } from "@/lib/platform/images/print-image";
import { getStorage } from "@/lib/platform/storage/storage";

/** Stores what the export makes itself. */
export interface ExportStore {
  /** `keepsake.json`, piece by piece. */
  writeKeepsake(text: AsyncIterable<Uint8Array>): Promise<void>;
  /** The lines of what was written to `keepsake.json`. */
  keepsakeLines(): AsyncIterable<string>;
  writeEdited(file: { mediaId: string; path: string; seconds: number }, jpeg: Buffer): Promise<void>;
  /** Sidecars and the like, one after the other. */
  writeTexts(texts: AsyncIterable<{ path: string; content: Uint8Array; seconds: number }>): Promise<void>;
}

export interface Preparation {
  of: ExportOf;
  id: string;
  since: { id: string; madeAt: string } | null;
  /** The files of `since`. */
  earlier: readonly ExportFile[];
  store: ExportStore;
  onProgress: (done: number, total: number) => Promise<void>;
  signal?: AbortSignal | undefined;
}

/** Small pieces are written together. */
const gatheredBytes = 256 * 1024;

/** Passes text on as bytes, and tracks their length and checksum. */
class Measured {
  bytes = 0;
  crc = 0;

  async *of(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    let text = "";
    for await (const piece of pieces) {
      text += piece;
      if (text.length < gatheredBytes) continue;
      yield this.#count(text);
      text = "";
    }
    yield this.#count(text);
  }

  #count(text: string): Uint8Array {
    const bytes = Buffer.from(text);
    this.bytes += bytes.length;
    this.crc = crc32(bytes, this.crc);
    return bytes;
  }
}

const planned = ({ id, fileName, mimeType, bytes }: ItemRow | NonNullable<ItemRow["clip"]>) => ({
  id,
  fileName,
  mimeType,
  bytes: Number(bytes),
  crc: null,
});

/** Plans an item's files and describes it; makes its edited version. */
class ItemWriter {
  /** Originals and clips that are missing from the storage. */
  lostCount = 0;

  constructor(
    private readonly preparation: Preparation,
    private readonly plan: ExportPlan,
    private readonly people: ExportedPeople,
  ) {}

  async *describe(ids: readonly string[]): AsyncGenerator<ExportedItem> {
    const { of, onProgress, signal } = this.preparation;
    let done = 0;
    for await (const rows of readItems(of, ids)) {
      const keys = rows.flatMap(({ storagePath, clip, comments }) => [
        storagePath,
        ...(clip ? [clip.storagePath] : []),
        ...comments.flatMap(({ recording }) => recording?.storagePath ?? []),
      ]);
      const sizes = await storedSizes(keys);
      for (const row of rows) {
        signal?.throwIfAborted();
        yield exportedItem(of, row, await this.#paths(row, sizes), this.people);
      }
      done += rows.length;
      await onProgress(Math.min(done, ids.length), ids.length);
    }
  }

  async #paths(row: ItemRow, sizes: ReadonlyMap<string, number>): Promise<ItemPaths> {
    const isWhole = (file: { storagePath: string; bytes: bigint }) => {
      const isThere = sizes.get(file.storagePath) === Number(file.bytes);
      if (!isThere) this.lostCount += 1;
      return isThere;
    };
    const { year, month, takenAt, uploadDate, clip } = row;
    const seconds = Math.floor((takenAt ?? uploadDate).getTime() / 1000);
    const item = {
      year,
      month,
      seconds,
      original: isWhole(row) ? planned(row) : null,
      clip: clip && isWhole(clip) ? planned(clip) : null,
    };
    const paths = this.plan.addItem(item);
    const edited = paths.original === null ? null : await this.#makeEdited(row, paths.original, seconds);
    const recordings = new Map<string, string | null>();
    for (const { recording } of row.comments) {
      if (!recording) continue;
      const { id, bytes } = recording;
      const said = { id, bytes: Number(bytes) };
      recordings.set(id, isWhole(recording) ? this.plan.addRecording(said, paths.original, item) : null);
    }
    return { ...paths, edited, recordings };
  }

  /** @returns its path; null if there are no edits, or the photo can't be made */
  async #makeEdited(row: ItemRow, original: string, seconds: number): Promise<string | null> {
    const { id, editVersion, storagePath } = row;
    const edits = readEdits(row.edits);
    if (!edits) return null;
    const path = this.plan.editedPath(id, original);
    const content = editedContent(id, editVersion);
    const known = this.plan.known(path, content);
    if (known) {
      this.plan.addEdited({ ...known, seconds });
      return path;
    }
    const jpeg = await getStorage()
      .withLocalFile(storagePath, (file) => makeEditedPicture(file, edits))
      .catch((error: unknown) => {
        if (error instanceof ImageError) return null;
        throw error;
      });
    if (!jpeg) return null;
    await this.preparation.store.writeEdited({ mediaId: id, path, seconds }, jpeg);
    this.plan.addEdited({ path, content, bytes: jpeg.length, seconds, crc: crc32(jpeg), at: null });
    return path;
  }
}

const sidecarParts = (item: ExportedItem): [SidecarPart, string | null][] => [
  ["original", item.path],
  ["clip", item.clip?.path ?? null],
  ["edited", item.editedPath],
];

/** The text for people, then every sidecar, made from `keepsake.json` so that both agree. */
async function* texts(
  { store, signal }: Preparation,
  plan: ExportPlan,
  readMeText: Buffer,
  seconds: number,
): AsyncGenerator<{ path: string; content: Uint8Array; seconds: number }> {
  let at = 0;
  yield { path: readMe.path, content: readMeText, seconds };
  at += readMeText.length;
  const names = new Map<string, string>();
  const named = (person: ExportedPerson) => names.set(person.id, givenNameOf(person));
  for await (const line of readExportLines(store.keepsakeLines())) {
    if (!("list" in line)) continue;
    if (line.list === "people") named(exportedPersonSchema.parse(line.value));
    if (line.list !== "items") continue;
    signal?.throwIfAborted();
    const item = exportedItemSchema.parse(line.value);
    for (const [part, path] of sidecarParts(item)) {
      if (path === null) continue;
      const content = Buffer.from(sidecarOf(item, part, (person) => names.get(person)));
      if (!plan.addSidecar(path, content, at)) continue;
      yield { path: `${path}.xmp`, content, seconds: itemSeconds(item) };
      at += content.length;
    }
  }
}

const itemSeconds = ({ takenAt, uploadedAt }: ExportedItem) =>
  Math.floor(Date.parse(takenAt === null ? uploadedAt : `${takenAt}Z`) / 1000);

/**
 * Describes an export and makes its own files: `keepsake.json`, edited photos, sidecars. Originals stay where they are.
 * @returns its files, in order, and how many are lost
 * @throws AppError 404 for a family that no longer exists, StorageError
 */
export async function prepareExport(
  preparation: Preparation,
): Promise<{ files: ExportFile[]; lostCount: number }> {
  const { of, id, since, earlier, store, onProgress } = preparation;
  const madeAt = new Date();
  const seconds = Math.floor(madeAt.getTime() / 1000);
  // An unmounted disk doesn't mean that every original is lost.
  await getStorage().ready();
  const ids = await listItemIds(of);
  const exported = new Set(ids);
  const [people, family] = await Promise.all([readPeople(of), readFamilyHead(of, exported)]);
  const head: ExportHead = {
    format: exportFormat,
    version: exportVersion,
    export: { id, scope: of.scope, madeAt: madeAt.toISOString(), since },
    family,
  };
  const plan = new ExportPlan(earlier);
  const isWhole = of.scope === "family";
  const measured = new Measured();
  const items = new ItemWriter(preparation, plan, people);
  const text = exportText(head, {
    people: Readable.from(people.people),
    items: items.describe(ids),
    albums: readAlbums(of, people, exported),
    books: readBooks(of, people, exported),
    ...(isWhole
      ? {
          notices: readNotices(of, people),
          monthIcons: readMonthIcons(of),
          printOrders: readPrintOrders(of, people, exported),
          growingNotes: readGrowingNotes(of, people, exported),
        }
      : {}),
  });
  await store.writeKeepsake(measured.of(text));
  // Stops one that was cancelled after its last item.
  await onProgress(ids.length, ids.length);
  const readMeText = Buffer.from(readMe.text(head));
  await store.writeTexts(texts(preparation, plan, readMeText, seconds));
  const { bytes, crc } = measured;
  const readMeCrc = crc32(readMeText);
  const own = { seconds, isIncluded: true };
  const readMeFile = {
    ...own,
    path: readMe.path,
    content: madeContent(readMeCrc, readMeText.length),
    bytes: readMeText.length,
    crc: readMeCrc,
    at: 0,
  };
  const keepsake = { ...own, path: exportFileName, content: keepsakeContent, bytes, crc, at: null };
  return { files: [readMeFile, keepsake, ...plan.files], lostCount: items.lostCount };
}
