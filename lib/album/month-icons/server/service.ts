import { requireYear } from "@/lib/album/media/server/require-year";
import { type MonthIconDto, monthIconSchema, type SetMonthIconInput } from "@/lib/album/month-icons/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";

/** The icon of a month: none or one. */
export async function listMonthIcons(
  actor: MemberActor,
  year: number,
  month: number,
): Promise<MonthIconDto[]> {
  const icons = await db.monthIcon.findMany({
    where: { familyId: actor.familyId, year, month },
    select: { id: true, year: true, month: true, iconName: true },
  });
  return icons.map((icon) => monthIconSchema.parse(icon));
}

/** Gives a month its icon, replacing the one it had. */
export async function setMonthIcon(
  actor: MemberActor,
  { year, month, iconName }: SetMonthIconInput,
): Promise<MonthIconDto> {
  requireYear(actor, year);
  // One statement: if two admins choose at once, the unique constraint lets the later one replace the other's.
  const [icon] = await db.$queryRaw<MonthIconDto[]>`
    INSERT INTO "MonthIcon" (id, "familyId", year, month, "iconName")
    VALUES (gen_random_uuid(), ${actor.familyId}::uuid, ${year}, ${month}, ${iconName})
    ON CONFLICT ("familyId", year, month) DO UPDATE SET "iconName" = excluded."iconName"
    RETURNING id, year, month, "iconName"`;
  if (!icon) throw notFound();
  return icon;
}

/** @throws AppError 404 */
export async function deleteMonthIcon(actor: MemberActor, id: string): Promise<void> {
  const { familyId } = actor;
  const deleted = await db.monthIcon.deleteMany({ where: { id, familyId } });
  if (deleted.count === 0) throw notFound();
}
