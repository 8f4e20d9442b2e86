import { requestCookies } from "@/lib/http/request-cookies";
import { isSecureRequest } from "@/lib/http/same-origin";

export const wayMinutes = 10;

const nameFor = (request: Request) => `${isSecureRequest(request) ? "__Host-" : ""}keepsake-identity`;

/** The token that goes with this browser to an identity provider and back. */
export function wayTokenIn(request: Request): string | null {
  return requestCookies(request)[nameFor(request)] ?? null;
}

/** A Set-Cookie header's value. @param token null takes it away */
export function waySetCookie(request: Request, token: string | null): string {
  const parts = [`${nameFor(request)}=${token ?? ""}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  parts.push(`Max-Age=${token === null ? 0 : wayMinutes * 60}`);
  if (isSecureRequest(request)) parts.push("Secure");
  return parts.join("; ");
}
