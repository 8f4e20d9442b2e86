import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { isUuid } from "@/lib/shared/uuid";

const idBytes = 16;
const macBytes = 12;

function sign(id: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "", "keepsake album link", 32));
  return createHmac("sha256", key).update(id).digest().subarray(0, macBytes);
}

/**
 * Names a family in a link that was shared, for the preview. Whoever has it learns the family's name and nothing
 * else: it lets nobody in.
 */
export function albumTokenOf(familyId: string): string {
  const id = Buffer.from(familyId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, sign(id)]).toString("base64url");
}

/** @returns null for what we did not sign */
export function familyIdIn(token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const id = bytes.subarray(0, idBytes);
  if (!timingSafeEqual(bytes.subarray(idBytes), sign(id))) return null;
  const hex = id.toString("hex");
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    "-",
  );
  return isUuid(uuid) ? uuid : null;
}
