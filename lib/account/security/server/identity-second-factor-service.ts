import { z } from "zod";
import { type SignedIn, signedIn } from "@/lib/account/accounts/server/service";
import { openSessionIf, sessionUserSelect } from "@/lib/account/security/server/open-session-service";
import { checkSecondFactor } from "@/lib/account/security/server/second-factor-service";
import { consumeOneTimeToken, hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";

/** Guesses at one account's codes, from any address. */
const codesPerQuarter = { name: "second-step", points: 10, seconds: 900 };
const codesPerDay = { name: "second-step-day", points: 100, seconds: 86_400 };

const detailSchema = z.object({ provider: z.string() });

const expired = () =>
  new AppError("sign_in_expired", 401, "That took a little too long. Please sign in again from the start.");

/**
 * Completes a sign-in at an identity provider with a code from the authenticator app. Only the right code uses up the
 * first step's token.
 * @throws AppError 401 sign_in_expired, wrong_code; 429
 */
export async function finishIdentitySignIn(
  token: string | null,
  code: string,
  origin: SessionOrigin,
): Promise<SignedIn> {
  const open = token
    ? await db.oneTimeToken.findFirst({
        where: {
          kind: "identityProvider",
          tokenHash: hashSecret(token),
          usedAt: null,
          expiresAt: { gt: new Date() },
          detail: { path: ["purpose"], equals: "secondFactor" },
        },
        select: { userId: true, detail: true },
      })
    : null;
  const provider = detailSchema.safeParse(open?.detail).data?.provider;
  if (!token || !open?.userId || !provider) throw expired();
  await consumeRateLimit(codesPerDay, open.userId);
  await consumeRateLimit(codesPerQuarter, open.userId);
  await checkSecondFactor(open.userId, code);
  const taken = await consumeOneTimeToken("identityProvider", token);
  const user = taken?.userId
    ? await db.user.findUnique({ where: { id: taken.userId }, select: sessionUserSelect })
    : null;
  // A reset meanwhile may have removed the link, and the authenticator app with it: then no code is asked for.
  const cookie =
    user &&
    (await openSessionIf(
      async (client) => (await client.linkedIdentity.count({ where: { userId: user.id, provider } })) > 0,
      user,
      "identityProvider",
      origin,
    ));
  if (!cookie) throw expired();
  return signedIn(cookie);
}
