import { accountSuspended } from "@/lib/http/errors";

/** Why a sign-in with a provider failed; part of the address of the page that explains it. */
const identityProblems = [
  "cancelled",
  "expired",
  "failed",
  "unavailable",
  "has_account",
  "no_email",
  "linked_elsewhere",
  "already_linked",
  "sign_up_closed",
  "no_room",
  "suspended",
] as const;
export type IdentityProblem = (typeof identityProblems)[number];

/**
 * The message, and what to do next.
 * @param name the provider's name on the button
 * @param reason why the account is suspended
 */
function describeIdentityProblem(problem: IdentityProblem, name: string, reason: string): string {
  switch (problem) {
    case "cancelled":
      return `You didn't finish signing in at ${name}, so nothing was changed. You can try again whenever you like.`;
    case "expired":
      return `That took a little too long, or started in another window. Please choose “Continue with ${name}” again.`;
    case "failed":
      return `${name} could not confirm who you are. Nothing was changed. Please try again.`;
    case "unavailable":
      return `${name} can't be reached at the moment. Please try again later, or sign in with your password.`;
    case "has_account":
      return `Your email address at ${name} already has an account here. Sign in with your password, then link ${name} on the security page.`;
    case "no_email":
      return `${name} has not confirmed your email address, so no account could be created. Confirm it there, or create an account with a password.`;
    case "linked_elsewhere":
      return `That account at ${name} is already linked to another account here. Sign in with it, or unlink it there first.`;
    case "sign_up_closed":
      return `You don't have an account here yet. This album is by invitation only: ask the person who runs this server to invite you, and then you can link ${name}.`;
    case "no_room":
      return "This server can't take any more accounts right now. Please let the person who runs it know.";
    case "suspended":
      return accountSuspended(reason).message;
    case "already_linked":
      return `Your account is already linked with another account at ${name}. Unlink that one first.`;
  }
}

/** The message for a problem named in an address; null if there is none. */
export function parseIdentityProblem(
  query: Record<string, string | string[] | undefined>,
  providers: readonly { id: string; name: string }[],
  suspensionReason = "",
): string | null {
  const problem = identityProblems.find((known) => known === query.problem);
  const provider = providers.find(({ id }) => id === query.provider);
  return problem && provider ? describeIdentityProblem(problem, provider.name, suspensionReason) : null;
}
