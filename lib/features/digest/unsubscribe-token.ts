import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { isUuid } from "@/lib/shared/uuid";

/** The mail that a link ends: the weekly e-mail, or news. */
export type UnsubscribeKind = "digest" | "news";

// Signed instead of stored: the link in an old mail works as long as the account is there, without a session.
const sign = (userId: string, kind: UnsubscribeKind) =>
  createHmac("sha256", env.AUTH_SECRET).update(`unsubscribe ${kind} ${userId}`).digest("base64url");

/** What the unsubscribe link of this person's mail carries. */
export const unsubscribeToken = (userId: string, kind: UnsubscribeKind = "digest"): string =>
  `${userId}.${sign(userId, kind)}`;

/** Whose link it is, and what it ends; null for a token that we never made. */
export function readUnsubscribeToken(token: string): { userId: string; kind: UnsubscribeKind } | null {
  const [userId = "", signature = ""] = token.split(".");
  if (!isUuid(userId)) return null;
  const given = Buffer.from(signature);
  for (const kind of ["digest", "news"] as const) {
    const wanted = Buffer.from(sign(userId, kind));
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return { userId, kind };
  }
  return null;
}
