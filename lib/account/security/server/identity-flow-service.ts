import { z } from "zod";
import type { IdentityProviderId } from "@/lib/account/accounts/schema";
import {
  configuredIdentityProviders,
  type IdentityProvider,
} from "@/lib/account/accounts/server/identity-providers";
import {
  identityFlowMinutes,
  identityFlowSetCookie,
  identityFlowTokenIn,
} from "@/lib/account/security/server/identity-flow-cookie";
import type { IdentityProblem } from "@/lib/account/security/server/identity-problems";
import { linkIdentity } from "@/lib/account/security/server/identity-service";
import { signInWithIdentity } from "@/lib/account/security/server/identity-sign-in-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { finishIdentityFlow, startIdentityFlow } from "@/lib/core/auth/server/identity-flow";
import { consumeOneTimeToken, createOneTimeToken } from "@/lib/core/auth/server/one-time-tokens";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { visitedUrl } from "@/lib/http/app-url";
import { notFound } from "@/lib/http/errors";
import { requestCookies } from "@/lib/http/request-cookies";
import { isSecureRequest } from "@/lib/http/same-origin";
import { signInCookies } from "@/lib/http/sign-in-cookies";
import { safePath } from "@/lib/shared/safe-path";

/** Why someone is sent to a provider. Stored with the token, so that it can't be tampered with. */
const flowSchema = z.object({
  purpose: z.enum(["signIn", "link"]),
  provider: z.string(),
  /** For linking: the session that requested it. */
  sessionId: z.string().optional(),
  next: z.string().nullish(),
});

interface Visit {
  request: Request;
  actor: Actor | null;
  origin: SessionOrigin;
}

/** @throws AppError 404 when it isn't configured */
export function requireIdentityProvider(id: IdentityProviderId): IdentityProvider {
  const provider = configuredIdentityProviders().find((known) => known.id === id);
  if (!provider) throw notFound();
  return provider;
}

function redirect(path: string, cookies: string[]): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "private, no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}

/** For the sign-in page: where to go afterwards. */
function nextParameter(next: string | null | undefined): string {
  const path = safePath(next);
  return path ? `&next=${encodeURIComponent(path)}` : "";
}

/** Where a failure is reported: on the page that the person came from. @param next where they wanted to go */
function problemPath(
  problem: IdentityProblem,
  provider: IdentityProviderId,
  isLink: boolean,
  next?: string | null,
): string {
  return `${isLink ? "/security" : "/login"}?problem=${problem}&provider=${provider}${nextParameter(next)}`;
}

/**
 * Sends the browser to the provider (specification 7.2).
 * @param query `link`: the token of POST /api/auth/identities is in the cookie; `next`: where to go afterwards
 * @throws AppError 404
 */
export async function startAtProvider(
  id: IdentityProviderId,
  query: { link?: string | undefined; next?: string | undefined },
  { request }: Pick<Visit, "request">,
): Promise<Response> {
  const provider = requireIdentityProvider(id);
  const isLink = query.link !== undefined && identityFlowTokenIn(request) !== null;
  const started = await startIdentityFlow(provider, visitedUrl(request));
  if (!started) return redirect(problemPath("unavailable", id, isLink, query.next), []);
  if (isLink) return redirect(started.url, started.cookies);
  const { token } = await createOneTimeToken({
    kind: "identityProvider",
    userId: null,
    detail: { purpose: "signIn", provider: id, next: safePath(query.next) },
    minutes: identityFlowMinutes,
  });
  return redirect(started.url, [...started.cookies, identityFlowSetCookie(request, token)]);
}

/**
 * Handles the return from the provider: opens a session, links the account, or redirects to the page that says why not.
 * Never an error page, because the request comes from a person's browser.
 */
export async function returnFromProvider(
  id: IdentityProviderId,
  { request, actor, origin }: Visit,
): Promise<Response> {
  const provider = requireIdentityProvider(id);
  const token = identityFlowTokenIn(request);
  const taken = token ? await consumeOneTimeToken("identityProvider", token) : null;
  const flow = flowSchema.safeParse(taken?.detail).data;
  const forget = identityFlowSetCookie(request, null);
  if (!taken || flow?.provider !== id) return redirect(problemPath("expired", id, false), [forget]);

  const { next } = flow;
  const isLink = flow.purpose === "link";
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (query.error) {
    const problem = query.error === "access_denied" ? "cancelled" : "failed";
    return redirect(problemPath(problem, id, isLink, next), [forget]);
  }
  const finished = await finishIdentityFlow(provider, visitedUrl(request), query, requestCookies(request));
  const cookies = [...finished.cookies, forget];
  if (!finished.identity) return redirect(problemPath("failed", id, isLink, next), cookies);

  if (isLink) {
    const isSamePerson = actor && actor.userId === taken.userId && actor.sessionId === flow.sessionId;
    if (!isSamePerson) return redirect(problemPath("expired", id, false), cookies);
    const problem = await linkIdentity(actor, provider, finished.identity, origin);
    const path = problem ? problemPath(problem, id, problem !== "expired") : `/security?linked=${id}`;
    return redirect(path, cookies);
  }
  const outcome = await signInWithIdentity(provider, finished.identity, next ?? null, origin);
  if ("problem" in outcome) return redirect(problemPath(outcome.problem, id, false, next), cookies);
  if ("suspendedToken" in outcome) {
    return redirect(problemPath("suspended", id, false, next), [
      ...finished.cookies,
      identityFlowSetCookie(request, outcome.suspendedToken),
    ]);
  }
  if ("pendingToken" in outcome) {
    return redirect(`/login?step=code&provider=${id}${nextParameter(next)}`, [
      ...finished.cookies,
      identityFlowSetCookie(request, outcome.pendingToken),
    ]);
  }
  return redirect(outcome.destination, [
    ...cookies,
    ...signInCookies(
      { request, isSecure: isSecureRequest(request) },
      { user: { id: outcome.userId }, cookie: outcome.cookie },
    ),
  ]);
}
