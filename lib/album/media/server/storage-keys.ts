export const derivativeKinds = [
  "thumbnail",
  "thumbnail-0",
  "thumbnail-1",
  "medium",
  "medium-0",
  "medium-1",
  "sphere",
  "playable",
  "playable-small",
] as const;
export type DerivativeKind = (typeof derivativeKinds)[number];

/** Where an original is stored; written once. */
export function originalKey(familyId: string, mediaId: string, extension: string): string {
  return `families/${familyId}/originals/${mediaId}.${extension}`;
}

/** Where an import's archive is while it is needed. */
export const archiveKey = (familyId: string, uploadId: string) => `families/${familyId}/imports/${uploadId}`;
/** Where the files an export made itself are, until it expires. */
export const exportKey = (familyId: string, exportId: string, name: string) =>
  `families/${familyId}/exports/${exportId}/${name}`;
/** Where a film is until it is put into the album. */
export const filmKey = (familyId: string, filmId: string) => `families/${familyId}/films/${filmId}`;
/** Where the file of a book is, until the book changes. */
export const bookKey = (familyId: string, bookId: string, name: string) =>
  `families/${familyId}/books/${bookId}/${name}`;
/** Imported archives, exports, films and printed books are neither backed up nor checked: items have their contents. */
export const isPassingKey = (key: string) => /^families\/[^/]+\/(imports|exports|films|books)\//.test(key);

export function derivativeKey(familyId: string, mediaId: string, kind: DerivativeKind): string {
  return `families/${familyId}/derived/${mediaId}/${kind}`;
}

/**
 * Where the picture shown for an item is stored. Edited ones alternate between two places: the current one stays while
 * its replacement is written.
 */
export function shownKey(
  { familyId, id, edits, editVersion }: { familyId: string; id: string; edits: unknown; editVersion: number },
  kind: "thumbnail" | "medium",
): string {
  const place = editVersion % 2 === 0 ? (`${kind}-0` as const) : (`${kind}-1` as const);
  return derivativeKey(familyId, id, edits === null ? kind : place);
}

/** The keys of everything that may have been made from an item. */
export function derivativeKeys(familyId: string, mediaId: string): string[] {
  return derivativeKinds.map((kind) => derivativeKey(familyId, mediaId, kind));
}
