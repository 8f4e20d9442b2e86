import type { MemberActor } from "@/lib/core/auth/server/actor";
import { AppError } from "@/lib/http/errors";

export const beforeAlbum = ({ firstYear }: MemberActor) =>
  new AppError("before_album", 400, `Year must be ${firstYear} or later`, { field: "year" });

/** Nothing is filed before the year with which the family's album begins. @throws AppError 400 with the field */
export function requireYear(actor: MemberActor, year: number | undefined): void {
  if (year !== undefined && year < actor.firstYear) throw beforeAlbum(actor);
}
