import { decode, encode } from "next-auth/jwt";
import { keyRing } from "@/lib/core/auth/server/key-ring";
import { hostCookieIn, hostCookieName, hostSetCookie } from "@/lib/http/request-cookies";

/** Absolute lifetime of a session; an idle one ends after 30 days (quality.md, Sessions). */
export const sessionMaxAgeSeconds = 90 * 86_400;

export interface SessionCookie {
  /** Names a Session row by its SHA-256; means nothing without that row. */
  token: string;
  /** Only tells middleware where to redirect people; permissions are read from the row. */
  isSuperAdmin: boolean;
}

const cookieName = "next-auth.session-token";

export function sessionCookieName(isSecure: boolean): string {
  return hostCookieName(cookieName, isSecure);
}

export function encodeSessionCookie(session: SessionCookie): Promise<string> {
  const [{ secret }] = keyRing();
  return encode({ token: { ...session }, secret, maxAge: sessionMaxAgeSeconds });
}

/** The cookie's content, or null when it is forged, expired or broken. Runs in middleware too. */
export async function decodeSessionCookie(value: string): Promise<SessionCookie | null> {
  // next-auth's cookie names no key: each is tried, current one first.
  for (const { secret } of keyRing()) {
    const claims = await decode({ token: value, secret }).catch(() => null);
    if (typeof claims?.token !== "string") continue;
    return { token: claims.token, isSuperAdmin: claims.isSuperAdmin === true };
  }
  return null;
}

/**
 * The session cookie's value in a Cookie header; null if there is no valid one.
 * @param isSecure whether this request came over https: that decides which cookie name is valid
 */
export function sessionCookieIn(header: string | null | undefined, isSecure: boolean): string | null {
  return hostCookieIn(header, cookieName, isSecure);
}

/**
 * A Set-Cookie header's value.
 * @param value null removes the cookie
 */
export function sessionSetCookie(value: string | null, isSecure: boolean): string {
  return hostSetCookie(cookieName, value, { isSecure, maxAgeSeconds: sessionMaxAgeSeconds });
}
