/** The greeting for an hour of 0 to 23. */
export function greetingAt(hour: number): string {
  // "Good night" is a farewell: the small hours still belong to the evening.
  if (hour >= 5 && hour < 12) return "Good morning";
  if (hour >= 12 && hour < 18) return "Good afternoon";
  return "Good evening";
}

/** A name as used in a greeting: usernames are all lower case, people are not. */
export function spokenName(name: string): string {
  return name === name.toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
