import { createHash } from "node:crypto";
import { z } from "zod";
import { ZipLayout } from "@/lib/platform/files/zip-layout";

/** A file of an export. */
export interface ExportFile {
  path: string;
  /**
   * Equal for equal content. The id of an original, a clip or a voice note; `edited:ID:VERSION`; `made:CRC:BYTES`,
   * which is in the stored text at `at`; `keepsake`.
   */
  content: string;
  bytes: number;
  /** Since 1970. */
  seconds: number;
  /** null for originals and clips, whose rows have it once it is known, and for voice notes. */
  crc: number | null;
  at: number | null;
  /** If false, an earlier export has it, and this one doesn't. */
  isIncluded: boolean;
}

const rowsSchema = z.array(
  z.tuple([
    z.string(),
    z.string(),
    z.number(),
    z.number(),
    z.number().nullable(),
    z.number().nullable(),
    z.boolean(),
  ]),
);

/** The list as it is stored. */
export const formatFileList = (files: readonly ExportFile[]): string =>
  JSON.stringify(
    files.map(({ path, content, bytes, seconds, crc, at, isIncluded }) => [
      path,
      content,
      bytes,
      seconds,
      crc,
      at,
      isIncluded,
    ]),
  );

/** @throws SyntaxError, ZodError */
export const parseFileList = (text: string): ExportFile[] =>
  rowsSchema.parse(JSON.parse(text)).map(([path, content, bytes, seconds, crc, at, isIncluded]) => ({
    path,
    content,
    bytes,
    seconds,
    crc,
    at,
    isIncluded,
  }));

export const madeContent = (crc: number, bytes: number) => `made:${crc}:${bytes}`;
export const editedContent = (mediaId: string, version: number) => `edited:${mediaId}:${version}`;
export const keepsakeContent = "keepsake";

/** The item that a file is the edited version of. */
export const editedIdOf = (content: string): string | null => /^edited:([^:]+):/.exec(content)?.[1] ?? null;
/** Whether its bytes are the album's: an original's, a clip's or a voice note's. */
export const isOriginal = ({ content }: Pick<ExportFile, "content">) =>
  content !== keepsakeContent && !content.includes(":");

export const exportLayout = (files: readonly ExportFile[]): ZipLayout =>
  new ZipLayout(
    files.map(({ path, bytes, seconds }) => ({ name: path, bytes, modifiedAt: new Date(seconds * 1000) })),
  );

/** Increase this whenever the same files produce a ZIP of different bytes than before. */
const layoutVersion = 1;

/** @param hashes SHA-256 of what the export has made, because CRC-32s can collide */
export const exportDigest = (files: readonly ExportFile[], hashes: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([layoutVersion, hashes]))
    .update(formatFileList(files))
    .digest("hex");
