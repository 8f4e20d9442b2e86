/**
 * A path on our own site from a link's parameter (`?next=`).
 * @returns path, query and fragment; null for anything that would leave the site
 */
export function safePath(value: string | null | undefined): string | null {
  if (!value?.startsWith("/")) return null;
  const base = "http://here.invalid";
  if (!URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  // A URL parser reads "//host" and "/\host" as another host; "/.//host" as a path that would become one.
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
