import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/env";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const version = "v1";

/** One key for each purpose, so that a box of one can't stand in for another's. */
const keyFor = (purpose: string) =>
  Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "", `keepsake ${purpose}`, 32));

/**
 * Encrypts a secret that must be readable again, for the database.
 * @param owner whose it is: the box opens for nobody else's row
 */
export function sealSecret(secret: string, purpose: string, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyFor(purpose), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return `${version}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url")}`;
}

/** @returns null when it was changed, is somebody else's, or AUTH_SECRET is another one now */
export function openSecret(box: string, purpose: string, owner: string): string | null {
  const [label, content = ""] = box.split(".");
  const bytes = Buffer.from(content, "base64url");
  if (label !== version || bytes.length < nonceBytes + tagBytes) return null;
  try {
    const decipher = createDecipheriv(algorithm, keyFor(purpose), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-tagBytes));
    const opened = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
