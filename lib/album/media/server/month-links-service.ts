import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";

export interface MonthRef {
  year: number;
  month: number;
}

export interface MonthLinks {
  /** The nearest earlier month with media. */
  previous: MonthRef | null;
  /** The nearest later month with media. */
  next: MonthRef | null;
}

/** The months with media on either side of a month, which need not have any itself. */
export async function getMonthLinks(actor: MemberActor, { year, month }: MonthRef): Promise<MonthLinks> {
  const shown = { familyId: actor.familyId, itemCount: { gt: 0 } };
  const select = { year: true, month: true } as const;
  const [previous, next] = await Promise.all([
    db.mediaMonth.findFirst({
      where: { ...shown, OR: [{ year: { lt: year } }, { year, month: { lt: month } }] },
      orderBy: [{ year: "desc" }, { month: "desc" }],
      select,
    }),
    db.mediaMonth.findFirst({
      where: { ...shown, OR: [{ year: { gt: year } }, { year, month: { gt: month } }] },
      orderBy: [{ year: "asc" }, { month: "asc" }],
      select,
    }),
  ]);
  return { previous, next };
}
