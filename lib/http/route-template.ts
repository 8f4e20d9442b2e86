/** A path with its parameters' names in place of their values, so metrics have one line per route. */
export function routeTemplate(pathname: string, params: Record<string, string | string[]>): string {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) return pathname.startsWith("/api") ? `/api/{${name}}` : `/{${name}}`;
    names.set(value, name);
  }
  return pathname
    .split("/")
    .map((part) => {
      const name = names.get(part) ?? names.get(decoded(part));
      return name === undefined || part === "" ? part : `{${name}}`;
    })
    .join("/");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
