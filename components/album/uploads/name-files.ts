/** A folder can contain hundreds: nobody reads more than this. */
const maxNamed = 10;

/** Formats "a.txt, b.txt", ending in "and 3 more" after ten of them. */
export function nameFiles(files: readonly File[]): string {
  const named = files
    .slice(0, maxNamed)
    .map(({ name }) => name)
    .join(", ");
  return files.length > maxNamed ? `${named} and ${files.length - maxNamed} more` : named;
}
