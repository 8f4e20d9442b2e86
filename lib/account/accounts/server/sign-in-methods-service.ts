import type { KeptSignInMethods, SignInMethodsDto } from "@/lib/account/accounts/schema";
import { configuredIdentityProviders } from "@/lib/account/accounts/server/identity-providers";
import { announceChange } from "@/lib/account/accounts/server/notice-service";
import { revokeTokens } from "@/lib/core/auth/server/one-time-tokens";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db, type Prisma } from "@/lib/db";
import { maskedText } from "@/lib/shared/masked-text";

const shownDigits = 3;

const nameOf = (provider: string) =>
  configuredIdentityProviders().find(({ id }) => id === provider)?.name ?? provider;

/** Ways to sign in to an account besides its password. */
export async function listSignInMethods(
  userId: string,
  client: Prisma.TransactionClient = db,
): Promise<SignInMethodsDto> {
  const user = await client.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      totpEnabledAt: true,
      phoneNumber: true,
      phoneConfirmedAt: true,
      passkeys: { select: { id: true, name: true, createdAt: true }, orderBy: { createdAt: "desc" } },
      linkedIdentities: {
        select: { id: true, provider: true, email: true },
        orderBy: { createdAt: "desc" },
      },
    },
  });
  return {
    passkeys: user.passkeys.map(({ createdAt, ...key }) => ({ ...key, createdAt: createdAt.toISOString() })),
    hasAuthenticator: user.totpEnabledAt !== null,
    identities: user.linkedIdentities.map(({ provider, ...identity }) => ({
      ...identity,
      name: nameOf(provider),
    })),
    // Enough to recognize one's own.
    phone:
      user.phoneNumber && user.phoneConfirmedAt
        ? `${maskedText}${user.phoneNumber.slice(-shownDigits)}`
        : null,
  };
}

/** "the passkey “Phone”, the authenticator app and Google" */
function listed(removed: readonly string[]): string {
  const last = removed.at(-1) ?? "";
  return removed.length > 1 ? `${removed.slice(0, -1).join(", ")} and ${last}` : last;
}

/** Removes all sign-in methods besides the password, except those to keep, and tells the person which ones. */
export async function removeSignInMethods(
  userId: string,
  origin: SessionOrigin,
  client: Prisma.TransactionClient,
  keep?: KeptSignInMethods,
): Promise<void> {
  const methods = await listSignInMethods(userId, client);
  const passkeys = methods.passkeys.filter(({ id }) => !keep?.passkeys.includes(id));
  const identities = methods.identities.filter(({ id }) => !keep?.identities.includes(id));
  const isAuthenticatorRemoved = methods.hasAuthenticator && !keep?.authenticator;
  await client.passkey.deleteMany({ where: { userId, id: { in: passkeys.map(({ id }) => id) } } });
  await client.linkedIdentity.deleteMany({ where: { userId, id: { in: identities.map(({ id }) => id) } } });
  if (!keep?.authenticator) {
    // Including one whose set-up isn't finished.
    await client.user.update({
      where: { id: userId },
      data: { totpSecret: null, totpEnabledAt: null, totpLastStep: null },
      select: { id: true },
    });
    await client.recoveryCode.deleteMany({ where: { userId } });
  }
  if (!keep?.phone) {
    // The number itself stays, for the courier.
    await client.user.update({
      where: { id: userId },
      data: { phoneConfirmedAt: null },
      select: { id: true },
    });
    await revokeTokens("confirmPhone", userId, client);
  }
  const removed = [
    ...passkeys.map(({ name }) => `the passkey “${name}”`),
    ...(isAuthenticatorRemoved ? ["the authenticator app"] : []),
    ...identities.map(({ name, email }) => (email ? `${name} (${email})` : name)),
    ...(methods.phone && !keep?.phone ? [`codes sent to the phone number ${methods.phone}`] : []),
  ];
  if (removed.length === 0) return;
  const text = `These ways to sign in were removed from your account: ${listed(removed)}. You can set them up again on the security page, or on your profile for a phone number.`;
  await announceChange({ userId, action: "account.signInMethodsRemoved", text }, origin, client);
}
