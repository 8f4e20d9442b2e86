import type { Actor } from "@/lib/core/auth/server/actor";
import { AppError } from "@/lib/http/errors";

/**
 * A page names the family it was loaded for in X-Family-ID. Since then, another tab may have switched the session, or
 * the session was moved because that family was deleted or its person removed from it. Programs can leave it out.
 * @throws AppError 409 family_changed when that isn't the current family
 */
export function requireCurrentFamily(actor: Actor | null, request: Request): void {
  const meant = request.headers.get("x-family-id");
  if (meant === null || meant === actor?.familyId) return;
  throw new AppError(
    "family_changed",
    409,
    "Your current family has changed since this page was opened. Please reload it.",
  );
}
