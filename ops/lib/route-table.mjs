import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { writeIfChanged } from "./write-if-changed.mjs";

const target = join("app", "_generated", "route-modules.ts");

/** Paths of every route.ts under app/, sorted. */
export function findRouteFiles(root) {
  return readdirSync(join(root, "app"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "route.ts")
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** app/(album)/api/media/[id]/route.ts -> /api/media/{id} */
export function urlOf(file) {
  const parts = file.split("/").slice(1, -1);
  return `/${parts
    .filter((part) => !part.startsWith("("))
    .map((part) => part.replace(/^\[(?:\.\.\.)?(.+)\]$/, "{$1}"))
    .join("/")}`;
}

/** Writes the table that the API document and the access matrix are made from. */
export function writeRouteTable(root) {
  const lines = findRouteFiles(root).map((file) => {
    const module = `@/${file.replace(/\.ts$/, "")}`;
    return `  ${JSON.stringify(urlOf(file))}: () => import(${JSON.stringify(module)}),`;
  });
  const text = [
    "// Made by ops/lib/route-table.mjs from the files in app/.",
    "export const routeModules: Record<string, () => Promise<Record<string, unknown>>> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
  writeIfChanged(join(root, target), text);
}
