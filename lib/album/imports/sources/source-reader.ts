import type { EntryFacts, ImportKind } from "@/lib/album/imports/schema";

/** What a source says about a file, besides its name and its folder. */
export type SourceFacts = Partial<Omit<EntryFacts, "modifiedMs" | "isMotion">> & { albums?: string[] };

/** Knows one kind of archive. Everything in it was written elsewhere, so anything that makes no sense is skipped. */
export interface SourceReader {
  readonly kind: ImportKind;
  /** Whether anything of the source has been seen. */
  readonly isFound: boolean;
  /** Looks at the path of a photo or video. */
  notice?(path: string): void;
  /** @returns whether the text is one of the source's, so that no other reader needs to look at it */
  read(path: string, text: string): boolean;
  /** Whether the source made the folder for itself, so that it isn't an album. */
  isOwnFolder(folder: string): boolean;
  /** What is said about a file, once all texts have been read. */
  find(path: string): SourceFacts | undefined;
}
