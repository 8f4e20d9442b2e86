import { randomInt } from "node:crypto";
import { usernameSchema } from "@/lib/account/accounts/schema";
import { releaseUnconfirmedAddress } from "@/lib/account/accounts/server/email-confirmation-service";
import type { IdentityProvider } from "@/lib/account/accounts/server/identity-providers";
import { signInDestination } from "@/lib/account/accounts/sign-in-destination";
import { identityFlowMinutes, suspendedPurpose } from "@/lib/account/security/server/identity-flow-cookie";
import type { IdentityProblem } from "@/lib/account/security/server/identity-problems";
import {
  openSession,
  openSessionIf,
  type SessionUser,
  sessionUserSelect,
} from "@/lib/account/security/server/open-session-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { ProvenIdentity } from "@/lib/core/auth/server/identity-flow";
import { createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { requireRoomForAccount } from "@/lib/core/system-settings/server/ceiling-service";
import { forgetSystemSettings, getSystemSettings } from "@/lib/core/system-settings/server/service";
import { claimSignUp } from "@/lib/core/system-settings/server/sign-up-service";
import { db, type Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { isUniqueViolation } from "@/lib/shared/database-errors";

export type IdentitySignIn =
  | { userId: string; cookie: string; destination: string }
  /** The authenticator app is on: the browser stores this token and sends the code with it. */
  | { pendingToken: string }
  /** The account is suspended: with this token the browser can show the reason. */
  | { suspendedToken: string }
  | { problem: IdentityProblem };

/**
 * Signs in to the account linked to an identity, or creates one if its address is new. An account with the address that
 * isn't linked stays closed: an address alone doesn't prove that it is the same person.
 */
export async function signInWithIdentity(
  provider: IdentityProvider,
  identity: ProvenIdentity,
  next: string | null,
  origin: SessionOrigin,
): Promise<IdentitySignIn> {
  const link = { provider: provider.id, subject: identity.subject };
  const linked = await db.linkedIdentity.findUnique({
    where: { provider_subject: link },
    select: { user: { select: { ...sessionUserSelect, totpEnabledAt: true } } },
  });
  if (linked?.user.totpEnabledAt) {
    const { token } = await createOneTimeToken({
      kind: "identityProvider",
      userId: linked.user.id,
      detail: { purpose: "secondFactor", provider: provider.id },
      minutes: identityFlowMinutes,
    });
    return { pendingToken: token };
  }
  if (linked) return signInLinked(linked.user, link, next, origin);
  const { email, isEmailVerified } = identity;
  if (!email || !isEmailVerified) return { problem: "no_email" };
  const holder = await db.user.findUnique({ where: { email }, select: { emailConfirmedAt: true } });
  // Never merge with an account that only claimed this address without confirming it: it loses the address below.
  if (holder && (holder.emailConfirmedAt || !isMailConfigured())) return { problem: "has_account" };
  if (!(await getSystemSettings()).signUpOpen) return { problem: "sign_up_closed" };
  return createAccountOf(provider, { ...identity, email }, next, origin);
}

/** Signs in to the account of a linked identity. */
async function signInLinked(
  user: SessionUser,
  link: { provider: string; subject: string },
  next: string | null,
  origin: SessionOrigin,
): Promise<IdentitySignIn> {
  try {
    const cookie = await openSessionIf(
      async (client) => (await client.linkedIdentity.count({ where: { ...link, userId: user.id } })) > 0,
      user,
      "identityProvider",
      origin,
    );
    // The identity was removed from the account at this moment.
    if (cookie === null) return { problem: "expired" };
    return { userId: user.id, cookie, destination: signInDestination(user, next) };
  } catch (error) {
    // The request comes from a browser, so it is redirected to the page about the suspension.
    if (!(error instanceof AppError && error.code === "account_suspended")) throw error;
    const { token } = await createOneTimeToken({
      kind: "identityProvider",
      userId: user.id,
      detail: { purpose: suspendedPurpose },
      minutes: identityFlowMinutes,
    });
    return { suspendedToken: token };
  }
}

/** A username derived from the provider's name for the person. */
function preferredUsername({ name, email }: { name: string | null; email: string }): string {
  for (const wish of [name, email.split("@")[0]]) {
    const plain = (wish ?? "").normalize("NFKC").replace(/[^\p{L}\p{N}._-]+/gu, ".");
    const cut = plain.replace(/^[._-]+|[._-]+$/g, "").slice(0, 40);
    const read = usernameSchema.safeParse(cut);
    if (read.success) return read.data;
  }
  return `guest.${randomInt(10_000, 100_000)}`;
}

const nameTries = 5;

/** Creates an account without a password: the wizard's third step sets one. */
async function createAccountOf(
  provider: IdentityProvider,
  identity: ProvenIdentity & { email: string },
  next: string | null,
  origin: SessionOrigin,
): Promise<IdentitySignIn> {
  const wish = preferredUsername(identity);
  for (let attempt = 0; attempt < nameTries; attempt++) {
    const username = attempt === 0 ? wish : `${wish}.${randomInt(100, 100_000)}`;
    try {
      const made = await db.$transaction(async (client) => {
        await claimSignUp(client);
        const signedIn = await createWithIdentity(client, provider, identity, username, origin);
        await requireRoomForAccount(client);
        return signedIn;
      });
      // The first account of a public installation closes sign-up.
      forgetSystemSettings();
      return { ...made, destination: signInDestination({ isSuperAdmin: false }, next) };
    } catch (error) {
      if (isUniqueViolation(error, "username")) continue;
      // Another sign-up came first on a new public installation, or took the last place.
      if (error instanceof AppError && error.code === "sign_up_closed") return { problem: "sign_up_closed" };
      if (error instanceof AppError && error.code === "accounts_ceiling") return { problem: "no_room" };
      // The same person in two windows: the other one created the account.
      if (isUniqueViolation(error, "email") || isUniqueViolation(error, "subject"))
        return { problem: "expired" };
      throw error;
    }
  }
  return { problem: "failed" };
}

async function createWithIdentity(
  client: Prisma.TransactionClient,
  provider: IdentityProvider,
  { subject, email }: { subject: string; email: string },
  username: string,
  origin: SessionOrigin,
): Promise<{ userId: string; cookie: string }> {
  await releaseUnconfirmedAddress(email, client);
  const user = await client.user.create({
    data: { username, email, emailConfirmedAt: new Date() },
    select: sessionUserSelect,
  });
  await client.linkedIdentity.create({
    data: { userId: user.id, provider: provider.id, subject, email },
    select: { id: true },
  });
  await recordActivity(
    {
      action: "account.created",
      actorId: user.id,
      subjectId: user.id,
      detail: { provider: provider.name },
      origin,
    },
    client,
  );
  return { userId: user.id, cookie: await openSession(user, "identityProvider", origin, client) };
}
