import { isOneOf, signaturesOfRing, signWithRing } from "@/lib/core/auth/server/key-ring";
import { isUuid } from "@/lib/shared/uuid";

const idBytes = 16;
const macBytes = 12;

const purpose = "album link";

/**
 * Identifies a family in a shared link, for the preview. It reveals the family's name and nothing else, and grants no
 * access.
 */
export function albumTokenOf(familyId: string): string {
  const id = Buffer.from(familyId.replaceAll("-", ""), "hex");
  return Buffer.concat([id, signWithRing(purpose, id).subarray(0, macBytes)]).toString("base64url");
}

/** @returns null for a token that we did not sign */
export function familyIdIn(token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const id = bytes.subarray(0, idBytes);
  const wanted = signaturesOfRing(purpose, id).map((signature) => signature.subarray(0, macBytes));
  if (!isOneOf(bytes.subarray(idBytes), wanted)) return null;
  const hex = id.toString("hex");
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    "-",
  );
  return isUuid(uuid) ? uuid : null;
}
