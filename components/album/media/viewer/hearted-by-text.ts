/** Formats "Hearted by Ada, Ben and 3 more"; empty for nobody. */
export function formatHeartedBy(people: readonly { name: string }[], namesShown = 3): string {
  const names = people.map(({ name }) => name);
  const [last, ...before] = [...names].reverse();
  if (last === undefined) return "";
  if (names.length > namesShown) {
    return `Hearted by ${names.slice(0, namesShown).join(", ")} and ${names.length - namesShown} more`;
  }
  return before.length === 0 ? `Hearted by ${last}` : `Hearted by ${before.reverse().join(", ")} and ${last}`;
}
