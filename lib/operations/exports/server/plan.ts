import { crc32 } from "node:zlib";
import {
  type ExportFile,
  editedIdOf,
  isOriginal,
  madeContent,
} from "@/lib/operations/exports/server/file-list";
import { ExportNames, exportFolder, exportName, splitPath } from "@/lib/operations/exports/server/names";

interface PlannedFile {
  id: string;
  fileName: string;
  mimeType: string;
  bytes: number;
  /** null: read from its row when the ZIP is sent. */
  crc: number | null;
}

export interface PlannedItem {
  year: number;
  month: number;
  seconds: number;
  original: PlannedFile | null;
  clip: PlannedFile | null;
}

/**
 * Collects the files of an export in the order of its ZIP. A file that an earlier export has under the same name, with
 * the same content, isn't included. Files that it has keep their names as long as their items stay in their months.
 */
export class ExportPlan {
  readonly files: ExportFile[] = [];
  readonly #names: ExportNames;
  /** By path. */
  readonly #earlier: ReadonlyMap<string, ExportFile>;
  /** The paths of originals, clips and voice notes by their id, of edited versions by their item's. */
  readonly #earlierPaths = new Map<string, string>();
  readonly #earlierEdited = new Map<string, string>();
  /** Files, in order, whose sidecar hasn't been added yet. */
  readonly #waiting: { path: string; seconds: number; at: number }[] = [];

  constructor(earlier: readonly ExportFile[]) {
    this.#earlier = new Map(earlier.map((file) => [file.path, file]));
    for (const file of earlier) {
      const editedId = editedIdOf(file.content);
      if (editedId !== null) this.#earlierEdited.set(editedId, file.path);
      else if (isOriginal(file)) this.#earlierPaths.set(file.content, file.path);
    }
    this.#names = new ExportNames(this.#earlier.keys());
  }

  /** Adds a file, which is included unless the earlier export has it. */
  add(file: Omit<ExportFile, "isIncluded">): void {
    const before = this.#earlier.get(file.path);
    this.files.push({ ...file, isIncluded: before?.content !== file.content });
  }

  /** The earlier export's file at a path, if it has this content. */
  known(path: string, content: string): ExportFile | null {
    const before = this.#earlier.get(path);
    return before?.content === content ? before : null;
  }

  #kept(path: string | undefined, folder: string): string | null {
    return path !== undefined && splitPath(path).folder === folder ? path : null;
  }

  #add({ id, bytes, crc }: PlannedFile, path: string, seconds: number): void {
    this.add({ path, content: id, bytes, seconds, crc, at: null });
    this.#expectSidecar(path, seconds);
  }

  #expectSidecar(path: string, seconds: number): void {
    this.#waiting.push({ path, seconds, at: this.files.length });
    // Reserves its place; its content is known once everything else is written.
    this.files.push({ path: `${path}.xmp`, content: "", bytes: 0, seconds, crc: 0, at: 0, isIncluded: true });
  }

  /** Names an item's files and adds them. */
  addItem(item: PlannedItem): { original: string | null; clip: string | null } {
    const folder = exportFolder(item);
    const paths = this.#pathsOf(folder, item);
    if (item.original && paths.original) this.#add(item.original, paths.original, item.seconds);
    if (item.clip && paths.clip) this.#add(item.clip, paths.clip, item.seconds);
    return paths;
  }

  #pathsOf(
    folder: string,
    { original, clip }: PlannedItem,
  ): { original: string | null; clip: string | null } {
    const keptOriginal = original && this.#kept(this.#earlierPaths.get(original.id), folder);
    const keptClip = clip && this.#kept(this.#earlierPaths.get(clip.id), folder);
    const take = (stem: string, ...files: readonly PlannedFile[]) =>
      this.#names.take(
        folder,
        stem,
        files.map((file) => exportName(file).ending),
      );
    if (original && clip && !keptOriginal && !keptClip) {
      const { stem, ending } = exportName(original);
      // Two files with one extension can't share the rest of the name, too.
      if (ending.toLowerCase() !== exportName(clip).ending.toLowerCase()) {
        const [photo = null, moving = null] = take(stem, original, clip);
        return { original: photo, clip: moving };
      }
    }
    const photo = original && (keptOriginal ?? take(exportName(original).stem, original)[0] ?? null);
    const stem = photo ? splitPath(photo).stem : clip && exportName(clip).stem;
    const moving = clip && (keptClip ?? take(stem ?? "", clip)[0] ?? null);
    return { original: photo, clip: moving };
  }

  /** Names a voice note on the item whose file is at `path`, and adds it. It has no sidecar. */
  addRecording(recording: { id: string; bytes: number }, path: string | null, item: PlannedItem): string {
    const folder = exportFolder(item);
    const kept = this.#kept(this.#earlierPaths.get(recording.id), folder);
    const stem = path === null ? "voice note" : `${splitPath(path).stem}-voice`;
    const named = kept ?? this.#names.take(folder, stem, [".m4a"])[0] ?? `${folder}/${recording.id}.m4a`;
    const { id: content, bytes } = recording;
    this.add({ path: named, content, bytes, seconds: item.seconds, crc: null, at: null });
    return named;
  }

  /** Where the edited version of the file at `path` goes. */
  editedPath(mediaId: string, path: string): string {
    const { folder, stem } = splitPath(path);
    const kept = this.#kept(this.#earlierEdited.get(mediaId), folder);
    return kept ?? this.#names.take(folder, `${stem}-edited`, [".jpg"])[0] ?? path;
  }

  addEdited(file: Omit<ExportFile, "isIncluded">): void {
    this.add(file);
    this.#expectSidecar(file.path, file.seconds);
  }

  /** Sidecars are added in the order of their files. @returns whether it is in this export */
  addSidecar(path: string, content: Uint8Array, at: number): boolean {
    const waiting = this.#waiting.shift();
    if (waiting?.path !== path) throw new Error("The sidecars are in another order than their files");
    const crc = crc32(content);
    const made = madeContent(crc, content.length);
    const isIncluded = this.known(`${path}.xmp`, made) === null;
    this.files[waiting.at] = {
      path: `${path}.xmp`,
      content: made,
      bytes: content.length,
      seconds: waiting.seconds,
      crc,
      at: isIncluded ? at : null,
      isIncluded,
    };
    return isIncluded;
  }
}
