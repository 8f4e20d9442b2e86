import os from "node:os";
import path from "node:path";
import { env } from "@/lib/env";

/**
 * Where photos, their second copy, the database and secrets are stored, and where other programs' files may be: nothing that decodes a
 * stranger's file has any business there.
 */
export const ownFolders = (): string[] => [
  path.resolve(env.DATA_DIR),
  ...env.IMPORT_FOLDERS,
  ...(env.SECOND_COPY?.startsWith("/") ? [env.SECOND_COPY] : []),
  path.resolve(".env"),
  os.homedir(),
  os.tmpdir(),
];
