import { idInSignedToken, signedToken } from "@/lib/core/auth/server/signed-token";
import { appUrl } from "@/lib/http/app-url";

const packagePurpose = "print package";
const picturePurpose = "print picture";
const callbackPurpose = "print callback";

const linkMs = 7 * 86_400_000;

/** When a link that is made now expires. */
export const linkExpiry = (now = new Date()) => new Date(now.getTime() + linkMs);

const fileUrl = (token: string, origin: string) => `${origin}/api/print-packages/${token}`;

/** Where a lab downloads an order's package, without signing in. @param origin the address people use */
export const packageUrl = (orderId: string, expiresAt: Date, origin: string) =>
  fileUrl(signedToken(packagePurpose, orderId, expiresAt), origin);

/** Where a provider downloads one finished print. */
export const pictureUrl = (itemId: string) =>
  fileUrl(signedToken(picturePurpose, itemId, linkExpiry()), appUrl());

/**
 * Where a provider reports that something has changed. Prodigi signs nothing, so the address itself is the proof; it
 * says which order, and nothing sent there is trusted.
 */
export const callbackUrl = (providerName: string, orderId: string) =>
  `${appUrl()}/api/print-providers/${providerName}/webhook?token=${signedToken(callbackPurpose, orderId, null)}`;

export const orderIdInCallback = (token: string) => idInSignedToken(callbackPurpose, token);

/** The file that a link for a lab leads to; null for one that we did not sign, or that has expired. */
export function linkedFile(token: string): { kind: "package" | "picture"; id: string } | null {
  const orderId = idInSignedToken(packagePurpose, token);
  if (orderId) return { kind: "package", id: orderId };
  const itemId = idInSignedToken(picturePurpose, token);
  return itemId ? { kind: "picture", id: itemId } : null;
}
