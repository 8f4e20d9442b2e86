import { identityProviderIds } from "@/lib/account/accounts/schema";
import {
  configuredIdentityProviders,
  type IdentityProvider,
} from "@/lib/account/accounts/server/identity-providers";
import { announceChange } from "@/lib/account/accounts/server/notice-service";
import type { IdentityDto, Proof } from "@/lib/account/security/schema";
import { identityFlowMinutes } from "@/lib/account/security/server/identity-flow-cookie";
import type { IdentityProblem } from "@/lib/account/security/server/identity-problems";
import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import { removeSignInMethod } from "@/lib/account/security/server/sign-in-method-removal-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import type { ProvenIdentity } from "@/lib/core/auth/server/identity-flow";
import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import { lockSignedIn, type SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { isUniqueViolation } from "@/lib/shared/database-errors";

const nameOf = (provider: string) =>
  configuredIdentityProviders().find(({ id }) => id === provider)?.name ?? provider;

/** The external accounts that this person can sign in with. */
export async function listIdentities(actor: Actor): Promise<IdentityDto[]> {
  const rows = await db.linkedIdentity.findMany({
    where: { userId: actor.userId, provider: { in: [...identityProviderIds] } },
    select: { id: true, provider: true, email: true, createdAt: true },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => ({
    ...row,
    provider: row.provider as IdentityDto["provider"],
    name: nameOf(row.provider),
    createdAt: row.createdAt.toISOString(),
  }));
}

/**
 * Lets this session go to the provider to link an external account.
 * @returns the token for the browser's cookie
 * @throws AppError 409 when one is linked already
 */
export async function startLink(
  actor: Actor,
  provider: IdentityProvider,
  proof: Proof,
  party: RelyingParty,
): Promise<string> {
  await requireProof(actor, proof, party);
  const linked = await db.linkedIdentity.findUnique({
    where: { userId_provider: { userId: actor.userId, provider: provider.id } },
    select: { id: true },
  });
  if (linked) {
    throw new AppError("already_linked", 409, `Your account is already linked with ${provider.name}.`);
  }
  const { token } = await createOneTimeToken({
    kind: "identityProvider",
    userId: actor.userId,
    detail: { purpose: "link", provider: provider.id, sessionId: actor.sessionId },
    minutes: identityFlowMinutes,
  });
  return token;
}

/** Links the identity that the provider has proved. @returns the problem; null when it is linked */
export async function linkIdentity(
  actor: Actor,
  provider: IdentityProvider,
  identity: ProvenIdentity,
  origin: SessionOrigin,
): Promise<IdentityProblem | null> {
  const { subject, email } = identity;
  try {
    await db.$transaction(async (client) => {
      await lockSignedIn(client, actor);
      await client.linkedIdentity.create({
        data: { userId: actor.userId, provider: provider.id, subject, email },
        select: { id: true },
      });
      const text = `You can now also sign in with ${provider.name}${email ? ` (${email})` : ""}.`;
      await announceChange(
        {
          userId: actor.userId,
          action: "account.identityLinked",
          detail: { provider: provider.name },
          text,
        },
        origin,
        client,
      );
    });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return "expired";
    if (!isUniqueViolation(error)) throw error;
    const holder = await db.linkedIdentity.findUnique({
      where: { provider_subject: { provider: provider.id, subject } },
      select: { userId: true },
    });
    if (holder?.userId === actor.userId) return null;
    return holder ? "linked_elsewhere" : "already_linked";
  }
}

/** @throws AppError 404; 409 when it is the last sign-in method */
export async function unlinkIdentity(
  actor: Actor,
  id: string,
  proof: Proof,
  party: RelyingParty,
  origin: SessionOrigin,
): Promise<void> {
  await removeSignInMethod(actor, proof, party, origin, async (client) => {
    const where = { id, userId: actor.userId };
    const identity = await client.linkedIdentity.findFirst({ where, select: { provider: true } });
    if (!identity) throw notFound();
    await client.linkedIdentity.deleteMany({ where });
    const provider = nameOf(identity.provider);
    return {
      action: "account.identityUnlinked",
      detail: { provider },
      text: `You can no longer sign in with ${provider}.`,
    };
  });
}
