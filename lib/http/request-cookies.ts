// A cookie doesn't say who set it: a page on a subdomain, or anyone on the network who answers one plain http request,
// can plant one. Browsers accept the `__Host-` prefix only from that very host, over https; on https nothing else is
// read.

/** The name of a cookie that carries authority. */
export const hostCookieName = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

function valuesByName(header: string | null | undefined): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at < 1) continue;
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    const others = values.get(name);
    if (others) others.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** A cookie that carries authority; null if it is missing, or was sent twice, since one of the two was planted. */
export function hostCookieIn(
  header: string | null | undefined,
  name: string,
  isSecure: boolean,
): string | null {
  const values = valuesByName(header).get(hostCookieName(name, isSecure));
  return values?.length === 1 ? (values[0] ?? null) : null;
}

/**
 * A Set-Cookie header's value for such a cookie.
 * @param value null removes the cookie
 */
export function hostSetCookie(
  name: string,
  value: string | null,
  options: { isSecure: boolean; maxAgeSeconds: number },
): string {
  const parts = [`${hostCookieName(name, options.isSecure)}=${value ?? ""}`];
  parts.push("Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${value === null ? 0 : options.maxAgeSeconds}`);
  if (options.isSecure) parts.push("Secure");
  return parts.join("; ");
}

/** A request's cookies by name, without those that were sent twice. */
export function requestCookies(request: Request): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const [name, values] of valuesByName(request.headers.get("cookie"))) {
    if (values.length > 1) continue;
    try {
      cookies[name] = decodeURIComponent(values[0] ?? "");
    } catch {
      // Not one of ours.
    }
  }
  return cookies;
}
