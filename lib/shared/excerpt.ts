const maxLength = 120;

/** The start of what someone wrote, on one line, for a notification. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`
    : line;
}
