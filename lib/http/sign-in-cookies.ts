import { deviceIn, deviceSetCookie } from "@/lib/core/auth/server/device-cookie";
import { sessionSetCookie } from "@/lib/core/auth/server/session-cookie";

/** The cookies for a call that signed someone in: the session, and that this device is one of theirs. */
export function signInCookies(
  context: { request: Request; isSecure: boolean },
  signedIn: { user: { id: string }; cookie: string },
): string[] {
  const device = deviceIn(context.request.headers.get("cookie"), context.isSecure);
  return [
    sessionSetCookie(signedIn.cookie, context.isSecure),
    deviceSetCookie(device, signedIn.user.id, context.isSecure),
  ];
}
