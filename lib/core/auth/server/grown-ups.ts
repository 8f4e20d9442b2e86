import type { Actor } from "@/lib/core/auth/server/actor";
import { forbidden } from "@/lib/http/errors";

/** @throws AppError 403 for a child */
export function requireGrownUp({ isChild }: Pick<Actor, "isChild">): void {
  if (isChild) throw forbidden("This is for the grown-ups in your family.");
}
