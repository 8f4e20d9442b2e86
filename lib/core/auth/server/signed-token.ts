import { isOneOf, signaturesOfRing, signWithRing } from "@/lib/core/auth/server/key-ring";
import { isUuid } from "@/lib/shared/uuid";

const idBytes = 16;
const timeBytes = 5;
const macBytes = 20;

/**
 * Proves that a link is ours. It names one row and isn't stored anywhere.
 * @param expiresAt null if it never expires
 */
export function signedToken(purpose: string, id: string, expiresAt: Date | null): string {
  const content = Buffer.alloc(idBytes + timeBytes);
  content.write(id.replaceAll("-", ""), "hex");
  content.writeUIntBE(expiresAt ? Math.floor(expiresAt.getTime() / 1000) : 0, idBytes, timeBytes);
  const signature = signWithRing(purpose, content).subarray(0, macBytes);
  return Buffer.concat([content, signature]).toString("base64url");
}

/** @returns the id; null if we didn't sign it for this purpose, or it has expired */
export function idInSignedToken(purpose: string, token: string, now = new Date()): string | null {
  const bytes = Buffer.from(token, "base64url");
  const length = idBytes + timeBytes;
  if (bytes.length !== length + macBytes || bytes.toString("base64url") !== token) return null;
  const content = bytes.subarray(0, length);
  const wanted = signaturesOfRing(purpose, content).map((signature) => signature.subarray(0, macBytes));
  if (!isOneOf(bytes.subarray(length), wanted)) return null;
  const seconds = content.readUIntBE(idBytes, timeBytes);
  if (seconds > 0 && seconds * 1000 <= now.getTime()) return null;
  const hex = content.toString("hex", 0, idBytes);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return isUuid(id) ? id : null;
}
