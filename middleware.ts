import { type NextRequest, NextResponse } from "next/server";
import { decidePage } from "@/lib/core/auth/server/page-access";
import {
  decodeSessionCookie,
  type SessionCookie,
  sessionCookieIn,
} from "@/lib/core/auth/server/session-cookie";
import { env } from "@/lib/env";
import { countAnonymousRequest } from "@/lib/http/light-limit";
import { maintenanceHolder, maintenanceRetrySeconds } from "@/lib/http/maintenance-holder";
import { addressOf, isSecureRequest } from "@/lib/http/same-origin";
import { pageSecurityHeaders } from "@/lib/http/security-headers";
import { sessionHolder } from "@/lib/http/session-holder";

/**
 * Routes people (visitor -> welcome, super admin -> /super-admin) and sets the pages' security headers. It is never the
 * only guard: every page and call checks access itself.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const isSecure = isSecureRequest(request);
  const cookie = sessionCookieIn(request.headers.get("cookie"), isSecure);
  const session = cookie ? await readSession(cookie) : null;
  const { pathname, search } = request.nextUrl;
  const secondsToWait = session ? 0 : countAnonymousRequest(addressOf(request));
  if (secondsToWait > 0) return tooManyPages(secondsToWait);

  const nonce = btoa(crypto.randomUUID());
  const securityHeaders = pageSecurityHeaders({
    nonce,
    isSecure,
    isDevelopment: env.NODE_ENV === "development",
    avatarServiceUrl: env.AVATAR_SERVICE_URL,
  });

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  // Next gives its own scripts the nonce it finds in this request header.
  headers.set("Content-Security-Policy", securityHeaders["Content-Security-Policy"] ?? "");
  headers.set("x-wanted-path", `${pathname}${search}`);

  const isClosed = !session?.isSuperAdmin && !openInMaintenance.has(pathname) && (await isInMaintenance());
  const response = isClosed
    ? maintenancePage(request, headers)
    : answer(request, decidePage(pathname, session), headers);
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  return response;
}

/**
 * What the cookie says. A super admin's whose session has ended says nothing: its owner would be redirected from every
 * visitor's page to their own pages, and from those back.
 */
async function readSession(cookie: string): Promise<SessionCookie | null> {
  const session = await decodeSessionCookie(cookie);
  if (session?.isSuperAdmin && (await sessionHolder.isOpen?.(cookie)) === false) return null;
  return session;
}

function tooManyPages(secondsToWait: number): NextResponse {
  return new NextResponse(`Too many pages at once. Please wait ${secondsToWait} seconds and try again.`, {
    status: 429,
    headers: {
      "Retry-After": String(secondsToWait),
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** Signing in is how the super admin can end maintenance (api.md, Maintenance). */
const openInMaintenance = new Set(["/login", "/maintenance"]);

/** Asks the server, which knows the settings: the database client can't run here. */
async function isInMaintenance(): Promise<boolean> {
  return (await maintenanceHolder.isInMaintenance?.()) ?? false;
}

function maintenancePage(request: NextRequest, headers: Headers): NextResponse {
  const response = NextResponse.rewrite(new URL("/maintenance", request.url), {
    status: 503,
    request: { headers },
  });
  response.headers.set("Retry-After", String(maintenanceRetrySeconds));
  return response;
}

function answer(
  request: NextRequest,
  decision: ReturnType<typeof decidePage>,
  headers: Headers,
): NextResponse {
  if (decision === "superAdminHome") return NextResponse.redirect(new URL("/super-admin", request.url));
  if (decision === "welcome") {
    return NextResponse.rewrite(new URL("/welcome", request.url), { request: { headers } });
  }
  return NextResponse.next({ request: { headers } });
}

export const config = {
  runtime: "nodejs",
  // Calls, pictures and files: Next would buffer their bodies and truncate them at 10 MB.
  matcher: [
    "/((?!api(?:/|$)|direct-image/|fast-images/|profile-direct-update(?:/|$)|_next/|icons/|favicon\\.ico$|sw\\.js$|~offline$|share-target$|manifest\\.webmanifest$|robots\\.txt$).*)",
  ],
};
