import { env } from "@/lib/env";
import { hostnameOf } from "@/lib/http/networks";
import { isSecureRequest } from "@/lib/http/same-origin";

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

/**
 * Where links in mail and SMS lead, without a trailing slash. Never taken from a request: someone requesting a reset
 * link could send their own Host header and have the link lead there.
 */
export function appUrl(): string {
  return withoutSlash(env.APP_URL ?? `http://localhost:${env.PORT}`);
}

/** A Host header can contain anything: anything other than a plain host is not an address the visitor uses. */
function urlOfHost(scheme: "http" | "https", host: string): string | null {
  return hostnameOf(host) === null ? null : `${scheme}://${host}`;
}

/** The address this visitor uses, for links shown only to the visitor. */
export function visitedUrl(request: Request): string {
  if (env.APP_URL) return withoutSlash(env.APP_URL);
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return urlOfHost(isSecureRequest(request) ? "https" : "http", host) ?? appUrl();
}

/** The same for a page, which knows only the request's headers. */
export function visitedUrlOf(headers: Headers): string {
  if (env.APP_URL) return withoutSlash(env.APP_URL);
  return urlOfHost(isSecureRequest({ headers }) ? "https" : "http", headers.get("host") ?? "") ?? appUrl();
}
