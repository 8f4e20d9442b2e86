import { isOneOf, signaturesOfRing, signWithRing } from "@/lib/core/auth/server/key-ring";
import { dayMs } from "@/lib/shared/units";
import { isUuid } from "@/lib/shared/uuid";

/** Letters are often left lying around for a while. */
const daysOpen = 30;
const purpose = "letter heart";

export interface LetterHeart {
  userId: string;
  mediaId: string;
}

/** Signed instead of stored: it lets its holder give this person's heart to this photo, and nothing else, for a month. */
export function letterHeartToken({ userId, mediaId }: LetterHeart, now: Date): string {
  const content = `${userId}.${mediaId}.${Math.floor(now.getTime() / dayMs) + daysOpen}`;
  return `${content}.${signWithRing(purpose, content).toString("base64url")}`;
}

/** null for a token that we never made, or that has expired. */
export function readLetterHeartToken(token: string, now = new Date()): LetterHeart | null {
  const [userId = "", mediaId = "", lastDay = "", signature = ""] = token.split(".");
  if (!isUuid(userId) || !isUuid(mediaId) || !/^\d{1,6}$/.test(lastDay)) return null;
  const content = `${userId}.${mediaId}.${lastDay}`;
  if (!isOneOf(Buffer.from(signature, "base64url"), signaturesOfRing(purpose, content))) return null;
  return now.getTime() / dayMs > Number(lastDay) + 1 ? null : { userId, mediaId };
}
