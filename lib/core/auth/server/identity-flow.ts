import { createHash, randomBytes } from "node:crypto";
import type { NextAuthOptions } from "next-auth";
import * as nextAuthModule from "next-auth";
import { z } from "zod";
import { keyRing } from "@/lib/core/auth/server/key-ring";
import { type FlowAnswer, RecordedResponse } from "@/lib/core/auth/server/recorded-response";
import { logError } from "@/lib/http/log";
import { hostCookieName } from "@/lib/http/request-cookies";

/** An OpenID Connect provider, in the form next-auth needs. */
export interface FlowProvider {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The identity the provider vouches for. */
export interface ProvenIdentity {
  /**
   * The issuer and its own id for the person: neither ever changes, and the same id from another issuer is another
   * person.
   */
  subject: string;
  /** Lower case. */
  email: string | null;
  isEmailVerified: boolean;
  /** The person's name at the provider. */
  name: string | null;
}

type NextAuthHandler = (request: object, response: object, options: NextAuthOptions) => Promise<void>;
// next-auth is CommonJS: some loaders wrap its default export in another default.
const imported = nextAuthModule.default as unknown as NextAuthHandler | { default: NextAuthHandler };
const nextAuth = typeof imported === "function" ? imported : imported.default;

const flowSeconds = 15 * 60;
/** How long to wait for the issuer's answers. */
const providerTimeoutMs = 8000;

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254).nullish().catch(null),
  email_verified: z.unknown().optional(),
  preferred_username: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
});

function identityOf(claims: unknown, issuer: string): ProvenIdentity | null {
  const read = claimsSchema.safeParse(claims);
  if (!read.success) return null;
  const { sub, email, email_verified, preferred_username, name } = read.data;
  return {
    subject: `${issuer} ${sub}`,
    email: email?.toLowerCase() ?? null,
    // Some issuers send it as a string.
    isEmailVerified: email_verified === true || email_verified === "true",
    name: preferred_username ?? name ?? null,
  };
}

/**
 * next-auth's settings for one request. All of its addresses are given here, based on the address the visitor uses, so
 * it reads none of its own from the environment.
 */
function optionsFor(
  provider: FlowProvider,
  baseUrl: string,
  onIdentity: (identity: ProvenIdentity) => void,
): NextAuthOptions {
  const callbackUrl = `${baseUrl}/api/auth/callback/${provider.id}`;
  const isSecure = baseUrl.startsWith("https:");
  // next-auth's default names begin with __Secure-, so a page on a subdomain can set them too.
  const flowCookie = (name: string) => ({
    name: hostCookieName(`next-auth.${name}`, isSecure),
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure, maxAge: flowSeconds } as const,
  });
  return {
    secret: keyRing()[0].secret,
    useSecureCookies: isSecure,
    cookies: {
      state: flowCookie("state"),
      nonce: flowCookie("nonce"),
      pkceCodeVerifier: flowCookie("pkce.code_verifier"),
    },
    providers: [
      {
        id: provider.id,
        name: provider.name,
        type: "oauth",
        wellKnown: `${provider.issuer}/.well-known/openid-configuration`,
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        client: { redirect_uris: [callbackUrl] },
        authorization: { params: { scope: "openid email profile", redirect_uri: callbackUrl } },
        checks: ["pkce", "state", "nonce"],
        idToken: true,
        httpOptions: { timeout: providerTimeoutMs },
        token: {
          request: async ({ client, params, checks }) => ({
            tokens: await client.callback(callbackUrl, params, checks),
          }),
        },
        userinfo: {
          // An ID token can contain as little as the subject; the rest is then requested.
          request: async ({ client, tokens }) => {
            const claims = (tokens as { claims(): Record<string, unknown> }).claims();
            const isWhole = claims.email !== undefined || !client.issuer.metadata.userinfo_endpoint;
            return isWhole ? claims : { ...claims, ...(await client.userinfo(tokens as never)) };
          },
        },
        profile: (claims: { sub: string }) => ({ id: claims.sub }),
      },
    ],
    callbacks: {
      // An address instead of true: next-auth redirects there and creates no session of its own.
      signIn: ({ profile }) => {
        const identity = identityOf(profile, provider.issuer);
        if (identity) onIdentity(identity);
        return "/";
      },
      redirect: () => baseUrl,
    },
    logger: {
      error: (code, metadata) => {
        const inner = metadata instanceof Error ? metadata : (metadata as { error?: unknown }).error;
        logError(inner instanceof Error ? inner : new Error(code), { code, provider: provider.id });
      },
      warn: () => {},
      debug: () => {},
    },
  };
}

async function run(
  action: "signin" | "callback",
  provider: FlowProvider,
  request: { method: string; query: object; cookies: Record<string, string>; body: object },
  options: NextAuthOptions,
): Promise<FlowAnswer> {
  const response = new RecordedResponse();
  const query = { ...request.query, nextauth: [action, provider.id] };
  await nextAuth({ ...request, query, headers: {} }, response, options);
  return response.answer();
}

/**
 * Starts signing in with a provider: state, PKCE and nonce go into cookies.
 * @returns null when the provider can't be reached
 */
export async function startIdentityFlow(
  provider: FlowProvider,
  baseUrl: string,
): Promise<{ url: string; cookies: string[] } | null> {
  const options = optionsFor(provider, baseUrl, () => {});
  // next-auth starts only with a POST that carries its CSRF token. Ours is a link (specification 7.2), so both halves
  // are created here; the way back is protected by the state.
  const csrfToken = randomBytes(32).toString("hex");
  const half = createHash("sha256").update(`${csrfToken}${keyRing()[0].secret}`).digest("hex");
  const csrfCookie = hostCookieName("next-auth.csrf-token", options.useSecureCookies === true);
  const { redirect, cookies } = await run(
    "signin",
    provider,
    {
      method: "POST",
      query: {},
      cookies: { [csrfCookie]: `${csrfToken}|${half}` },
      body: { csrfToken, json: "true" },
    },
    options,
  );
  const isOnTheWay = redirect !== null && new URL(redirect).searchParams.has("client_id");
  return isOnTheWay ? { url: redirect, cookies } : null;
}

/**
 * Finishes the flow: checks state, PKCE and nonce, exchanges the code for the tokens and reads the identity.
 * @returns the identity; null if anything was wrong
 */
export async function finishIdentityFlow(
  provider: FlowProvider,
  baseUrl: string,
  query: Record<string, string>,
  cookies: Record<string, string>,
): Promise<{ identity: ProvenIdentity | null; cookies: string[] }> {
  let identity: ProvenIdentity | null = null;
  const options = optionsFor(provider, baseUrl, (proven) => {
    identity = proven;
  });
  const answer = await run("callback", provider, { method: "GET", query, cookies, body: {} }, options);
  return { identity, cookies: answer.cookies };
}
