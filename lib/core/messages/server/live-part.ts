import { randomBytes } from "node:crypto";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { openSecret, sealSecret } from "@/lib/core/auth/server/secret-box";
import type { Prisma } from "@/lib/db";
import { escapeHtml } from "@/lib/shared/escape-html";

// A waiting message may contain a link or code that grants access to an account. Someone who reads the database or a
// backup must not be able to use it, so the message is stored with a marker in its place, and the link or code is
// stored sealed next to it.

export const livePartPurpose = "outbox link";
const markers = /live-part-[0-9a-f]{24}/g;

/** What a live part grants access to, and until when. */
export interface LiveUntil {
  tokenId: string | null;
  expiresAt: Date | null;
}

export interface StoredLivePart {
  livePart: string;
  livePartUntil: Date | null;
  tokenId: string | null;
}

/** An invitation has two codes: one its creator sees, and one that is only in the mail. */
const invitationWith = (hash: Uint8Array<ArrayBuffer>) => ({
  OR: [{ codeHash: hash }, { mailCodeHash: hash }],
});

/** What the link in a message opens: it contains the token, whose hash identifies the row. */
async function findEnd(url: string, client: Prisma.TransactionClient): Promise<LiveUntil> {
  const token = /[?&]token=([\w-]+)/.exec(url)?.[1];
  const code = /\/register\/([\w-]+)/.exec(url)?.[1];
  const select = { id: true, expiresAt: true };
  const row = token
    ? await client.oneTimeToken.findUnique({ where: { tokenHash: hashSecret(token) }, select })
    : await client.invitation.findFirst({ where: invitationWith(hashSecret(code ?? "")), select });
  return { tokenId: row?.id ?? null, expiresAt: row?.expiresAt ?? null };
}

const opensSomething = (url: string) => /[?&]token=|\/register\//.test(url);

/** The marker is the owner, so a box can be opened only in its own message. */
export function sealLivePart(value: string, marker: string): string {
  return `${marker} ${sealSecret(value, livePartPurpose, marker)}`;
}

/**
 * Removes the live link or code from a message's values.
 * @param end for a code; a link's is found by its token
 */
export async function withoutLivePart<Values extends Record<string, string>>(
  values: Values,
  client: Prisma.TransactionClient,
  end?: LiveUntil,
): Promise<{ values: Values; stored: StoredLivePart | null }> {
  const { url, code } = values;
  const name = url && opensSomething(url) ? "url" : code ? "code" : null;
  if (name === null) return { values, stored: null };
  const { tokenId, expiresAt } =
    end ?? (name === "url" && url ? await findEnd(url, client) : { tokenId: null, expiresAt: null });
  const marker = `live-part-${randomBytes(12).toString("hex")}`;
  return {
    values: { ...values, [name]: marker },
    stored: { livePart: sealLivePart(values[name] ?? "", marker), livePartUntil: expiresAt, tokenId },
  };
}

export interface StoredMessage {
  text: string;
  html: string | null;
  livePart: string | null;
  livePartUntil: Date | null;
}
export const storedMessageSelect = { text: true, html: true, livePart: true, livePartUntil: true } as const;

/** The marker and value of a stored live part; null if it can't be opened. */
export function openLivePart(livePart: string): { marker: string; value: string } | null {
  const [marker = "", box = ""] = livePart.split(" ");
  const value = openSecret(box, livePartPurpose, marker);
  return value === null ? null : { marker, value };
}

/**
 * The message as it is sent.
 * @returns null if its link or code has expired and would lead nowhere
 */
export function openMessage(
  message: StoredMessage,
  now = new Date(),
): { text: string; html: string | null } | null {
  const { text, html, livePart, livePartUntil } = message;
  if (livePart === null) return text.search(markers) === -1 ? { text, html } : null;
  const open = livePartUntil && livePartUntil <= now ? null : openLivePart(livePart);
  if (!open) return null;
  const { marker, value } = open;
  return {
    text: text.replaceAll(marker, () => value),
    html: html?.replaceAll(marker, () => escapeHtml(value)) ?? null,
  };
}

/** The message with a text in place of its link or code. */
export const withoutMarkers = (text: string, replacement: string) => text.replace(markers, () => replacement);
