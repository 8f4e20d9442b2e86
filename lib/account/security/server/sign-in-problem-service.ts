import { identityProblemIn } from "@/lib/account/security/server/identity-problems";
import { suspendedPurpose, wayTokenIn } from "@/lib/account/security/server/way-cookie";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";

/**
 * What the sign-in page says to someone who comes back from an identity provider without a session. Why an account is
 * suspended is said to the browser that proved whose it is: never in an address, which anyone can write or pass on.
 */
export async function readSignInProblem(
  query: Record<string, string | string[] | undefined>,
  providers: readonly { id: string; name: string }[],
  request: Pick<Request, "headers">,
): Promise<string | null> {
  const token = query.problem === "suspended" ? wayTokenIn(request) : null;
  const proven = token
    ? await db.oneTimeToken.findFirst({
        where: {
          kind: "identityProvider",
          tokenHash: hashSecret(token),
          expiresAt: { gt: new Date() },
          detail: { path: ["purpose"], equals: suspendedPurpose },
        },
        select: { user: { select: { suspendedReason: true } } },
      })
    : null;
  return identityProblemIn(query, providers, proven?.user?.suspendedReason ?? "");
}
