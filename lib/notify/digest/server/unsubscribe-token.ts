import { isOneOf, plainSignaturesOfRing } from "@/lib/core/auth/server/key-ring";
import { isUuid } from "@/lib/shared/uuid";

/** The mail that a link unsubscribes from: the weekly e-mail, the weekly letter, or news. */
export type UnsubscribeKind = "digest" | "letter" | "news";

// Signed instead of stored: the link in an old mail works as long as the account exists, without a session.
const signatures = (userId: string, kind: UnsubscribeKind) =>
  plainSignaturesOfRing(`unsubscribe ${kind} ${userId}`).map((one) => one.toString("base64url"));

/** The token in the unsubscribe link of this person's mail. */
export const unsubscribeToken = (userId: string, kind: UnsubscribeKind = "digest"): string =>
  `${userId}.${signatures(userId, kind)[0]}`;

/** The link's owner, and what it unsubscribes from; null for a token that we never made. */
export function readUnsubscribeToken(token: string): { userId: string; kind: UnsubscribeKind } | null {
  const [userId = "", signature = ""] = token.split(".");
  if (!isUuid(userId)) return null;
  const given = Buffer.from(signature);
  for (const kind of ["digest", "letter", "news"] as const) {
    const wanted = signatures(userId, kind).map((one) => Buffer.from(one));
    if (isOneOf(given, wanted)) return { userId, kind };
  }
  return null;
}
