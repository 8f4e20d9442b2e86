import os from "node:os";
import path from "node:path";
import { env } from "@/lib/env";

/**
 * Where photos, the database and secrets lie, and where other programs' files may: none of it is any business of what
 * decodes a stranger's file.
 */
export const placesOfOurs = (): string[] => [
  path.resolve(env.DATA_DIR),
  path.resolve(".env"),
  os.homedir(),
  os.tmpdir(),
];
