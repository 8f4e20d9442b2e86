import { listed } from "@/lib/shared/listed";

/** Formats "With Nana, Ada and 3 more"; empty for nobody. */
export function formatPeople(people: readonly { displayName: string }[], namesShown = 3): string {
  const names = people.map(({ displayName }) => displayName);
  if (names.length === 0) return "";
  if (names.length > namesShown) {
    return `With ${names.slice(0, namesShown).join(", ")} and ${names.length - namesShown} more`;
  }
  return `With ${listed(names)}`;
}
