import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * The mutants that no test can see, each with the reason (equivalents.json).
 * @param {{ id: string }[]} mutants
 * @returns {Map<string, string>} reasons by id
 * @throws Error when one of the list is no mutant any more, or has no reason
 */
export function readEquivalents(mutants, file = path.join(import.meta.dirname, "equivalents.json")) {
  const known = new Set(mutants.map(({ id }) => id));
  const list = JSON.parse(readFileSync(file, "utf8"));
  const gone = list.filter(({ id }) => !known.has(id));
  if (gone.length > 0)
    throw new Error(`${file} names what is no mutant: ${gone.map(({ id }) => id).join("; ")}`);
  const bare = list.filter(({ reason }) => !reason?.trim());
  if (bare.length > 0) throw new Error(`${file} has no reason: ${bare.map(({ id }) => id).join("; ")}`);
  return new Map(list.map(({ id, reason }) => [id, reason]));
}
