import { Prisma } from "@/lib/generated/prisma/client";
import type { PictureEdits } from "@/lib/shared/picture-edits";

/** Edits as a row stores them. */
export const editsColumn = (edits: PictureEdits | null) =>
  edits === null ? Prisma.DbNull : { ...edits, crop: edits.crop && { ...edits.crop } };
