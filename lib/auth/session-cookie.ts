import { decode, encode } from "next-auth/jwt";

/** Absolute life of a session; an idle one ends after 30 days (architecture.md). */
export const sessionMaxAgeSeconds = 90 * 86_400;

export interface SessionCookie {
  /** Names a Session row by its SHA-256; means nothing without that row. */
  token: string;
  /** Only tells middleware where to send people; what somebody may do is read from the row. */
  isSuperAdmin: boolean;
}

export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? "__Host-next-auth.session-token" : "next-auth.session-token";
}

export function encodeSessionCookie(session: SessionCookie, secret: string): Promise<string> {
  return encode({ token: { ...session }, secret, maxAge: sessionMaxAgeSeconds });
}

/** The cookie's content, or null when it is forged, expired or broken. Runs in middleware too. */
export async function decodeSessionCookie(value: string, secret: string): Promise<SessionCookie | null> {
  try {
    const claims = await decode({ token: value, secret });
    if (typeof claims?.token !== "string") return null;
    return { token: claims.token, isSuperAdmin: claims.isSuperAdmin === true };
  } catch {
    return null;
  }
}

/** The session cookie's value in a Cookie header. */
export function sessionCookieIn(header: string | null | undefined): string | null {
  if (!header) return null;
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (name === sessionCookieName(true) || name === sessionCookieName(false))
      return pair.slice(at + 1).trim();
  }
  return null;
}

/**
 * A Set-Cookie header's value.
 * @param value null removes the cookie
 */
export function sessionSetCookie(value: string | null, isSecure: boolean): string {
  const parts = [`${sessionCookieName(isSecure)}=${value ?? ""}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  parts.push(`Max-Age=${value === null ? 0 : sessionMaxAgeSeconds}`);
  if (isSecure) parts.push("Secure");
  return parts.join("; ");
}
