import { readFileSync } from "node:fs";
import path from "node:path";
import type { Access } from "@/lib/http/route";

/** The access that a route must declare for each `who` in the list. The service makes finer distinctions. */
const declaredFor = {
  anyone: "public",
  visitor: "visitor",
  "signed in": "user",
  "grown-up": "user",
  member: "member",
  "grown-up member": "member",
  admin: "admin",
  owner: "owner",
  "admin or super admin": "user",
  "super admin": "superAdmin",
  "super admin or key": "reports",
  "super admin or operator": "user",
  "signature or key": "signed",
  screen: "screen",
} as const satisfies Record<string, Access>;
export type Who = keyof typeof declaredFor;

const scopes = ["nothing", "own", "own or admin", "family", "proof", "installation"] as const;
export type Whose = (typeof scopes)[number];

export interface AllowedCall {
  /** METHOD path, with {parameters}. */
  name: string;
  who: Who;
  whose: Whose;
}

const listPath = "tests/access-list.txt";

/**
 * The lines of a list in the repository, without comments, each split at its bars. @throws Error for an invalid line
 */
export function readList(file: string, columns: number): string[][] {
  const text = readFileSync(path.resolve(import.meta.dirname, "..", "..", file), "utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const fields = line.split(" | ");
    if (fields.length !== columns)
      throw new Error(`${file} has a line without its ${columns} parts: ${line}`);
    return fields;
  });
}

const isWho = (who: string): who is Who => Object.hasOwn(declaredFor, who);
const isWhose = (whose: string): whose is Whose => (scopes as readonly string[]).includes(whose);

/** The frozen access list. @throws Error for an invalid line, or a duplicate call */
export function readAccessList(): Map<string, AllowedCall> {
  const calls = new Map<string, AllowedCall>();
  for (const [name = "", who = "", whose = ""] of readList(listPath, 3)) {
    if (!isWho(who)) throw new Error(`${listPath}: ${name} is for “${who}”, which the list doesn't explain`);
    if (!isWhose(whose))
      throw new Error(`${listPath}: ${name} is about “${whose}”, which the list doesn't explain`);
    if (calls.has(name)) throw new Error(`${listPath} has ${name} twice`);
    calls.set(name, { name, who, whose });
  }
  return calls;
}

/** Where the routes' declarations and the list disagree, and what to do about it. */
export function disagreements(
  declared: readonly { method: string; path: string; declaration: { access: Access } }[],
  list: ReadonlyMap<string, AllowedCall>,
): string[] {
  const names = new Set(declared.map(({ method, path }) => `${method} ${path}`));
  const found = declared.flatMap(({ method, path, declaration: { access } }) => {
    const name = `${method} ${path}`;
    const allowed = list.get(name);
    if (!allowed) return [`${name} is declared “${access}” but not in ${listPath}: add its line there.`];
    const right = declaredFor[allowed.who];
    if (access === right) return [];
    return [
      `${name} is declared “${access}”, but ${listPath} lets in “${allowed.who}” (“${right}”): ` +
        "mend the route, or, if the specification says so, the list.",
    ];
  });
  const gone = [...list.keys()].filter((name) => !names.has(name));
  return [
    ...found,
    ...gone.map((name) => `${name} is in ${listPath}, but no route declares it: take its line out.`),
  ];
}
