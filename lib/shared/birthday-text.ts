/** Specification 9.5: birthdays are announced this many days ahead. */
export const birthdayDaysAhead = 15;

/** Formats "today", "tomorrow" or "in 5 days" (specification 4.7 and 9.5). */
export function formatDaysAhead(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}

/** Formats "Ife's birthday is tomorrow", "Your birthday is today". */
export function describeBirthday(displayName: string, days: number, isOwn = false): string {
  return `${isOwn ? "Your" : `${displayName}'s`} birthday is ${formatDaysAhead(days)}`;
}
