import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Puts the settings of `.env` (which never overrule the real environment) and their defaults where
 * lib/env.ts reads them, and makes what must exist: the data folder and the secret.
 * @param {string} root of the project
 * @returns {{ dataDir: string }} absolute
 */
export function prepareSettings(root) {
  const file = path.join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  process.env.NODE_ENV = "production";
  // Decoding pictures on several threads leaves glibc's per-thread heaps full of holes: some 100 MB.
  process.env.MALLOC_ARENA_MAX ||= "2";
  const dataDir = path.resolve(root, process.env.DATA_DIR || "data");
  process.env.DATA_DIR = dataDir;
  // Others may pass through, as the database's user must, but not look around.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  process.env.AUTH_SECRET ||= keptSecret(path.join(dataDir, "auth-secret"));
  return { dataDir };
}

function keptSecret(file) {
  if (!existsSync(file)) writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
