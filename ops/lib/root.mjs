import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. Not import.meta.dirname: Debian 12's Node, which only fetches ours, doesn't have that. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
