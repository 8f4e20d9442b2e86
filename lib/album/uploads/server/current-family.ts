import type { MemberActor } from "@/lib/core/auth/server/actor";
import { AppError } from "@/lib/http/errors";

/**
 * A page names the family that its uploads are meant for in X-Family-ID: another tab may have switched the session since.
 * @throws AppError 409 family_changed when that isn't the current family
 */
export function requireCurrentFamily({ familyId }: MemberActor, request: Request): void {
  const meant = request.headers.get("x-family-id");
  if (meant === null || meant === familyId) return;
  throw new AppError(
    "family_changed",
    409,
    "You've switched to another family since this page was opened. Please reload it, or switch back.",
  );
}
