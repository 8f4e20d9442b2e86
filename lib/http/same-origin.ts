import { env } from "@/lib/env";
import { AppError } from "@/lib/http/errors";

const crossSite = () =>
  new AppError("cross_site", 403, "This request came from another site, so it was refused.");

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses writes that another site makes a signed-in browser send: Sec-Fetch-Site first, then Origin. */
export function requireSameOrigin(request: Request): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw crossSite();
  const origin = request.headers.get("origin");
  if (origin === null) return;
  if (env.APP_URL && origin === new URL(env.APP_URL).origin) return;
  let host: string;
  try {
    host = new URL(origin).host;
  } catch {
    throw crossSite();
  }
  if (host !== (request.headers.get("host") ?? new URL(request.url).host)) throw crossSite();
}

/**
 * Whether the browser reaches us over https, perhaps through a proxy, where only the request's headers are available.
 */
export function isSecureProtocol(forwardedProto: string | string[] | null | undefined): boolean {
  if (env.APP_URL) return env.APP_URL.startsWith("https:");
  return forwardedProto === "https";
}

/** Whether the browser reaches us over https, perhaps through a proxy. */
export function isSecureRequest(request: Pick<Request, "headers">): boolean {
  return isSecureProtocol(request.headers.get("x-forwarded-proto"));
}

/** The visitor's address, which is all that server/serve leaves in X-Forwarded-For. */
export const addressIn = (forwardedFor: string | string[] | null | undefined): string =>
  forwardedFor?.toString().trim() || "unknown";

export const addressOf = (request: Request): string => addressIn(request.headers.get("x-forwarded-for"));
