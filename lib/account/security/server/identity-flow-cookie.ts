import { hostCookieIn, hostSetCookie } from "@/lib/http/request-cookies";
import { isSecureRequest } from "@/lib/http/same-origin";

export const identityFlowMinutes = 10;
/** For the token of someone who proved ownership of a suspended account: it only gives access to the reason. */
export const suspendedPurpose = "suspended";
const cookieName = "keepsake-identity";

/** The token that accompanies this browser to an identity provider and back. */
export function identityFlowTokenIn(request: Pick<Request, "headers">): string | null {
  return hostCookieIn(request.headers.get("cookie"), cookieName, isSecureRequest(request));
}

/** The value of a Set-Cookie header. @param token null removes it */
export function identityFlowSetCookie(request: Request, token: string | null): string {
  const isSecure = isSecureRequest(request);
  return hostSetCookie(cookieName, token, { isSecure, maxAgeSeconds: identityFlowMinutes * 60 });
}
