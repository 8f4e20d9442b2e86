import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { isUuid } from "@/lib/shared/uuid";

// Signed instead of stored: the link in an old mail works as long as the account is there, without a session.
const sign = (userId: string) =>
  createHmac("sha256", env.AUTH_SECRET).update(`unsubscribe digest ${userId}`).digest("base64url");

/** What the unsubscribe link of this person's weekly e-mail carries. */
export const unsubscribeToken = (userId: string): string => `${userId}.${sign(userId)}`;

/** Whose link it is; null for a token that we never made. */
export function userOfUnsubscribeToken(token: string): string | null {
  const [userId = "", signature = ""] = token.split(".");
  if (!isUuid(userId)) return null;
  const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(userId))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? userId : null;
}
