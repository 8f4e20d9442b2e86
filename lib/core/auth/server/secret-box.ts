import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretKey } from "@/lib/core/auth/server/key-list";
import { deriveKey, keyRing } from "@/lib/core/auth/server/key-ring";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
/** `v1.content` if the key has no id, `v2.id.content` if it has one. */
const [withoutId, withKeyId] = ["v1", "v2"];

/**
 * Encrypts a secret that must be readable again, for the database.
 * @param owner whose it is: the box can't be opened for anyone else's row
 */
export function sealSecret(secret: string, purpose: string, owner: string): string {
  const [key] = keyRing();
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(key, purpose), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const content = Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  return key.id === null ? `${withoutId}.${content}` : `${withKeyId}.${key.id}.${content}`;
}

function openWith(key: SecretKey, bytes: Buffer, purpose: string, owner: string): string | null {
  try {
    const decipher = createDecipheriv(algorithm, deriveKey(key, purpose), bytes.subarray(0, nonceBytes), {
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

/** @returns null when it was changed, belongs to someone else, or its key is no longer in AUTH_SECRET */
export function openSecret(box: string, purpose: string, owner: string): string | null {
  const [label, ...rest] = box.split(".");
  if (label !== withoutId && label !== withKeyId) return null;
  const id = label === withKeyId ? rest.shift() : undefined;
  const bytes = Buffer.from(rest[0] ?? "", "base64url");
  if (bytes.length < nonceBytes + tagBytes) return null;
  for (const key of keyRing()) {
    if (id !== undefined && key.id !== id) continue;
    const opened = openWith(key, bytes, purpose, owner);
    if (opened !== null) return opened;
  }
  return null;
}

/** Whether a box was made with the current key. */
export function isSealedWithPresentKey(box: string): boolean {
  const [{ id }] = keyRing();
  return id !== null && box.startsWith(`${withKeyId}.${id}.`);
}
