import { identityFlowTokenIn, suspendedPurpose } from "@/lib/account/security/server/identity-flow-cookie";
import { parseIdentityProblem } from "@/lib/account/security/server/identity-problems";
import { hashSecret } from "@/lib/core/auth/server/one-time-tokens";
import { db } from "@/lib/db";

/**
 * The sign-in page's message for someone who returns from an identity provider without a session. The reason for a
 * suspension is only shown to the browser that proved ownership, never put into an address, which anyone can pass on.
 */
export async function getSignInProblem(
  query: Record<string, string | string[] | undefined>,
  providers: readonly { id: string; name: string }[],
  request: Pick<Request, "headers">,
): Promise<string | null> {
  const token = query.problem === "suspended" ? identityFlowTokenIn(request) : null;
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
  return parseIdentityProblem(query, providers, proven?.user?.suspendedReason ?? "");
}
