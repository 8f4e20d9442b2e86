/** A folder can hold hundreds: nobody reads more. */
const maxNamed = 10;

/** "a.txt, b.txt", after ten of them "and 3 more". */
export function nameFiles(files: readonly File[]): string {
  const named = files
    .slice(0, maxNamed)
    .map(({ name }) => name)
    .join(", ");
  return files.length > maxNamed ? `${named} and ${files.length - maxNamed} more` : named;
}
