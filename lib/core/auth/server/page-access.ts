import type { SessionCookie } from "@/lib/core/auth/server/session-cookie";

/** Specification 2.1, and the page everyone sees during maintenance. */
const visitorPaths = new Set([
  "/login",
  "/create-account",
  "/forgot-password",
  "/reset-password",
  "/confirm-account",
  "/child-password-reset",
  "/sms-reset",
  "/organization/signup",
  "/privacy",
  "/terms",
  "/data-management",
  "/family-safety",
  "/pricing",
  "/maintenance",
  "/welcome",
  "/get-started",
  // The page a TV or frame opens; its calls decide whose photos it shows.
  "/show",
]);

/** Specification 2.3, with system-health and reports, which super admins can access too (product.md, Super admins). */
const superAdminPaths = new Set([
  "/super-admin",
  "/super-admin/marketing",
  "/super-admin/email-templates",
  "/super-admin/settings",
  "/super-admin/api-keys",
  "/super-admin/activity-log",
  "/super-admin/system-health",
  "/super-admin/reports",
  "/login",
  "/setup",
]);

export type PageDecision = "show" | "welcome" | "superAdminHome";

/**
 * Where to redirect someone who requests a page. It only spares people a dead end: what they can see is decided by the
 * page itself, from the session's row.
 */
export function decidePage(pathname: string, session: SessionCookie | null): PageDecision {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  if (!session) return visitorPaths.has(path) || /^\/register\/[^/]+$/.test(path) ? "show" : "welcome";
  return session.isSuperAdmin && !superAdminPaths.has(path) ? "superAdminHome" : "show";
}
