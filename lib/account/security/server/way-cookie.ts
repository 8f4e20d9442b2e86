import { hostCookieIn, hostSetCookie } from "@/lib/http/request-cookies";
import { isSecureRequest } from "@/lib/http/same-origin";

export const wayMinutes = 10;
/** Of the token of someone who proved whose account it is, which is suspended: it opens nothing but the reason. */
export const suspendedPurpose = "suspended";
const cookieName = "keepsake-identity";

/** The token that goes with this browser to an identity provider and back. */
export function wayTokenIn(request: Pick<Request, "headers">): string | null {
  return hostCookieIn(request.headers.get("cookie"), cookieName, isSecureRequest(request));
}

/** A Set-Cookie header's value. @param token null takes it away */
export function waySetCookie(request: Request, token: string | null): string {
  const isSecure = isSecureRequest(request);
  return hostSetCookie(cookieName, token, { isSecure, maxAgeSeconds: wayMinutes * 60 });
}
