import { env } from "@/lib/env";
import { hostnameOf } from "@/lib/http/networks";
import { isSecureRequest } from "@/lib/http/same-origin";

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

/**
 * Where links in mail and SMS lead, without a slash at the end. Never from a request: whoever asks for a reset
 * link could send a Host header of their own and have the link lead there.
 */
export function appUrl(): string {
  return withoutSlash(env.APP_URL ?? `http://localhost:${env.PORT}`);
}

/** A Host header may hold anything: what is more than a host, or none, is not the address of a visit. */
function urlOfHost(scheme: "http" | "https", host: string): string | null {
  return hostnameOf(host) === null ? null : `${scheme}://${host}`;
}

/** The address that this visitor uses, for links shown to the visitor alone. */
export function visitedUrl(request: Request): string {
  if (env.APP_URL) return withoutSlash(env.APP_URL);
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return urlOfHost(isSecureRequest(request) ? "https" : "http", host) ?? appUrl();
}

/** The same for a page, which knows the request's headers only. */
export function visitedUrlOf(headers: Headers): string {
  if (env.APP_URL) return withoutSlash(env.APP_URL);
  return urlOfHost(isSecureRequest({ headers }) ? "https" : "http", headers.get("host") ?? "") ?? appUrl();
}
