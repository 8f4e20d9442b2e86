import type { MemberActor } from "@/lib/core/auth/server/actor";
import { personNameOf, personNameSelect } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import type { BirthdayDto } from "@/lib/family/birthdays/schema";
import { birthdayDaysAhead } from "@/lib/shared/birthday-text";
import { comingBirthday } from "@/lib/shared/next-birthday";

/**
 * The family's birthdays in the next 15 days (specification 9.5), nearest first. People born on 29 February celebrate
 * on the 28th in other years. Nobody is reminded of people whom the family leaves out of memories.
 * @param today YYYY-MM-DD on the caller's calendar
 */
export async function listBirthdays(actor: MemberActor, today: string): Promise<BirthdayDto[]> {
  const people = await db.familyMember.findMany({
    where: { familyId: actor.familyId, birthDate: { not: null }, leftOutOfMemories: false },
    select: { ...personNameSelect, id: true, birthDate: true, userId: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return people
    .flatMap((person) => {
      const { id, birthDate, userId } = person;
      if (!birthDate) return [];
      const { date, inDays, turning } = comingBirthday(birthDate.toISOString().slice(0, 10), today);
      if (inDays > birthdayDaysAhead) return [];
      const isOwn = userId === actor.userId;
      return [{ memberId: id, displayName: personNameOf(person), date, daysUntil: inDays, turning, isOwn }];
    })
    .sort((one, other) => one.daysUntil - other.daysUntil);
}
