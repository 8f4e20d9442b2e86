import { folderOf, nameIn } from "@/lib/album/imports/folders";
import type { EntryFacts } from "@/lib/album/imports/schema";
import type { SourceFacts, SourceReader } from "@/lib/album/imports/sources/source-reader";
import { paragraph, personName } from "@/lib/album/imports/texts";
import { maxCommentLength } from "@/lib/shared/comment-limits";

const maxComments = 1_000;
/** When it was taken, in local time with its zone, and the file's own name. Not every system allows colons in names. */
const downloadedName = /^\d{4}-\d{2}-\d{2}T\d{2}[:_-]?\d{2}[:_-]?\d{2}(?:[+-]\d{2}:?\d{2}|Z)-./;
/** A comment begins with its author's name in bold. */
const commentStart = /^\*\*(.+?)\*\*: ?/gm;

const stemOf = (path: string) =>
  nameIn(path)
    .replace(/\.[^.]*$/, "")
    .normalize("NFC");

/** A file's comments, in their order; none for any other text. */
function readComments(text: string): EntryFacts["comments"] {
  const starts = [...text.matchAll(commentStart)];
  return starts.slice(0, maxComments).flatMap((start, at) => {
    const body = text.slice(start.index + start[0].length, starts[at + 1]?.index);
    const comment = {
      name: personName(start[1] ?? ""),
      text: paragraph(body, maxCommentLength),
      atMs: null,
      editedMs: null,
    };
    return comment.name === "" || comment.text === "" ? [] : [comment];
  });
}

/**
 * FamilyAlbum (Mitene), as its known downloader writes it: photos named by when they were taken, and beside each, or in
 * a separate folder, a text with its comments.
 */
export class FamilyAlbumReader implements SourceReader {
  readonly kind = "family_album";
  readonly #comments = new Map<string, EntryFacts["comments"]>();
  readonly #folders = new Set<string>();
  isFound = false;

  notice(path: string): void {
    if (!downloadedName.test(nameIn(path))) return;
    this.isFound = true;
    this.#folders.add(folderOf(path));
  }

  read(path: string, text: string): boolean {
    if (!/\.md$/i.test(path) || !downloadedName.test(nameIn(path))) return false;
    const comments = readComments(text);
    if (comments.length > 0) this.#comments.set(stemOf(path), comments);
    return true;
  }

  isOwnFolder(folder: string): boolean {
    return this.#folders.has(folder);
  }

  find(path: string): SourceFacts | undefined {
    const comments = this.#comments.get(stemOf(path));
    return comments && { comments };
  }
}
