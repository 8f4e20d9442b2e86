import { createECDH, createHmac, randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { closeDataFolder } from "./data-folder.mjs";

/**
 * Puts the settings of `.env` where lib/env.ts reads them. Creates nothing.
 * @param {string} root of the project
 * @returns {string} the absolute path of the data folder
 */
export function readDataDir(root) {
  const file = path.join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  return path.resolve(root, process.env.DATA_DIR || "data");
}

/**
 * Puts the settings of `.env` (which never override the real environment) and their defaults where lib/env.ts reads
 * them, and creates what must exist: the data folder, the secret and the keys of Web Push.
 * @param {string} root of the project
 * @returns {{ dataDir: string }} absolute
 */
export function prepareSettings(root) {
  const dataDir = readDataDir(root);
  process.env.NODE_ENV = "production";
  process.env.DATA_DIR = dataDir;
  mkdirSync(dataDir, { recursive: true });
  closeDataFolder(dataDir);
  requireWritable(dataDir);
  process.env.AUTH_SECRET ||= kept(path.join(dataDir, "auth-secret"), newSecret);
  process.env.SETUP_CODE ||= setupCodeOf(process.env.AUTH_SECRET);
  // Only one of the two is a mistake that lib/env.ts reports.
  if (!process.env.VAPID_PUBLIC_KEY && !process.env.VAPID_PRIVATE_KEY) {
    const { publicKey, privateKey } = JSON.parse(kept(path.join(dataDir, "vapid-keys.json"), newVapidKeys));
    Object.assign(process.env, { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey });
  }
  return { dataDir };
}

/** Mostly a volume that belongs to another user. @param {string} dataDir */
function requireWritable(dataDir) {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    const owner = [process.getuid?.(), process.getgid?.()].join(":");
    throw new Error(
      `Keepsake runs as ${owner} and can't write to ${dataDir}. Give it that folder: chown -R ${owner} FOLDER`,
    );
  }
}

const newSecret = () => randomBytes(48).toString("base64url");

/**
 * Derived rather than stored: all servers with this secret print the same one, and nothing is left to guard once the
 * owner exists. 60 bits, in letters and digits that can't be mistaken for each other.
 * @param {string} secret
 */
function setupCodeOf(secret) {
  const bytes = createHmac("sha256", secret).update("setup code").digest().subarray(0, 12);
  const letters = Array.from(bytes, (byte) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte % 32]).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}

/** The pair that identifies this album to push services (RFC 8292): browsers subscribed to one refuse another. */
function newVapidKeys() {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // A number with leading zeros is shorter than the required 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
  return `${JSON.stringify({ publicKey, privateKey })}\n`;
}

/** The file's content; created at the first start. @param {string} file @param {() => string} make */
function kept(file, make) {
  if (!existsSync(file)) {
    // In one step: on a full disk, an empty file would remain, and no later start would replace it.
    writeFileSync(`${file}.partial`, make(), { mode: 0o600, flush: true });
    renameSync(`${file}.partial`, file);
  }
  return readFileSync(file, "utf8").trim();
}
