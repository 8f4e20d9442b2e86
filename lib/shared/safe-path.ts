/**
 * A path of our own site out of something a link carried (`?next=`).
 * @returns path, query and fragment; null for anything that would leave the site
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value?.startsWith("/")) return null;
  const base = "http://here.invalid";
  if (!URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  // "//host" and "/\host" parse to another host; "/.//host" to a path that would become one.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
