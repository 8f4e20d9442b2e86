export interface FoundRoute {
  /** As declared, such as `/api/media/{id}`. */
  path: string;
  /** Decoded. */
  params: Record<string, string>;
}

interface Part {
  path?: string;
  fixed: Map<string, Part>;
  parameter?: { name: string; next: Part };
}

const newPart = (): Part => ({ fixed: new Map() });

function addPath(root: Part, path: string): void {
  let part = root;
  for (const name of path.split("/")) {
    const parameter = /^\{(.+)\}$/.exec(name)?.[1];
    if (parameter === undefined) {
      const next = part.fixed.get(name) ?? newPart();
      part.fixed.set(name, next);
      part = next;
    } else {
      part.parameter ??= { name: parameter, next: newPart() };
      part = part.parameter.next;
    }
  }
  part.path = path;
}

function find(part: Part, names: string[], at: number): FoundRoute | null {
  const name = names[at];
  if (name === undefined) return part.path === undefined ? null : { path: part.path, params: {} };
  const next = part.fixed.get(name);
  const found = next ? find(next, names, at + 1) : null;
  if (found || !part.parameter || name === "") return found;
  const further = find(part.parameter.next, names, at + 1);
  if (further) further.params[part.parameter.name] = decodeURIComponent(name);
  return further;
}

/**
 * Finds routes by the path of a request. As in Next's router, a fixed part takes precedence over a parameter.
 * @param paths with their parameters in braces
 * @returns the route of an encoded path with valid escapes, or null
 */
export function routeFinder(paths: Iterable<string>): (pathname: string) => FoundRoute | null {
  const root = newPart();
  for (const path of paths) addPath(root, path);
  return (pathname) => find(root, pathname.split("/"), 0);
}
