import { safePath } from "@/lib/shared/safe-path";

/**
 * Where someone goes after signing in (specification 4.1): a super admin to /super-admin, everyone else to the page
 * they asked for, else home.
 * @param next from the address; only a path of our own site counts
 */
export function signInDestination(user: { isSuperAdmin: boolean }, next: string | null | undefined): string {
  if (user.isSuperAdmin) return "/super-admin";
  const path = safePath(next);
  return path && !/^\/(login|welcome)([/?#]|$)/.test(path) ? path : "/";
}

/** The address of the sign-in page that leads back to `path` afterwards. */
export function loginAddress(path: string | null): string {
  const next = safePath(path);
  return next && next !== "/" && next !== "/welcome" ? `/login?next=${encodeURIComponent(next)}` : "/login";
}
