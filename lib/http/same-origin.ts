import { env } from "@/lib/env";
import { AppError } from "@/lib/http/errors";

const crossSite = () =>
  new AppError("cross_site", 403, "This request came from another site, so it was not carried out.");

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

/** Whether the browser reaches us over https, perhaps through a proxy. */
export function isSecureRequest(request: Request): boolean {
  if (env.APP_URL) return env.APP_URL.startsWith("https:");
  return request.headers.get("x-forwarded-proto") === "https";
}

/** The nearest address; scripts/serve removes the header's forged part when no proxy is trusted. */
export function addressOf(request: Request): string {
  return request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
}
