import { createHash, randomBytes } from "node:crypto";
import { db, type Prisma } from "@/lib/db";
import type { TokenKind } from "@/lib/generated/prisma/enums";

/** The SHA-256 under which a secret that grants access is stored. */
export function hashSecret(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest());
}

/** 256 bits, suitable for a link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export interface NewToken {
  kind: TokenKind;
  userId: string | null;
  createdById?: string;
  detail?: Prisma.InputJsonObject;
  minutes: number;
  /** A code people type instead of opening a link; by default, 256 random bits. */
  token?: string;
}

/**
 * Creates a token that can be used once.
 * @returns the token; only its hash is stored
 */
export async function createOneTimeToken(
  values: NewToken,
  client: Prisma.TransactionClient = db,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const token = values.token ?? newSecret();
  const expiresAt = new Date(Date.now() + values.minutes * 60_000);
  const { id } = await client.oneTimeToken.create({
    data: {
      kind: values.kind,
      userId: values.userId,
      createdById: values.createdById ?? null,
      detail: values.detail ?? {},
      tokenHash: hashSecret(token),
      expiresAt,
    },
    select: { id: true },
  });
  return { id, token, expiresAt };
}

export interface ConsumedToken {
  id: string;
  userId: string | null;
  createdById: string | null;
  detail: Prisma.JsonValue;
}

/**
 * Uses up a token. If two requests have the same one, the database lets only one through.
 * @returns null for an unknown, used or expired one
 */
export async function consumeOneTimeToken(
  kind: TokenKind,
  token: string,
  client: Prisma.TransactionClient = db,
): Promise<ConsumedToken | null> {
  const taken = await client.oneTimeToken.updateManyAndReturn({
    where: { kind, tokenHash: hashSecret(token), usedAt: null, expiresAt: { gt: new Date() } },
    data: { usedAt: new Date() },
    select: { id: true, userId: true, createdById: true, detail: true },
  });
  return taken[0] ?? null;
}

/** Revokes someone's open tokens of a kind: a newer one replaces them. */
export async function revokeTokens(
  kind: TokenKind,
  userId: string,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  await client.oneTimeToken.updateMany({
    where: { kind, userId, usedAt: null },
    data: { usedAt: new Date() },
  });
}
