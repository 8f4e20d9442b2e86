import { alwaysTrue, findConditions, placeholder, scopeColumns } from "./conditions.mjs";

const isPlain = (value) =>
  value !== null && typeof value === "object" && ["Object", "Array"].includes(value.constructor?.name);

/** A Prisma condition, or an SQL fragment, that asks for no family and no person. */
function unscoped(value) {
  if (Array.isArray(value?.strings) && Array.isArray(value.values)) {
    let text = value.strings.join(placeholder);
    for (const condition of findConditions(text).reverse()) text = alwaysTrue(text, condition);
    return new value.constructor(text.split(placeholder), value.values);
  }
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map(unscoped);
  const kept = Object.entries(value).filter(([key]) => !scopeColumns.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, unscoped(inner)]));
}

/**
 * What instrumented sources ask: whether a mutant is the one that is on.
 * @param {() => string | null} active its id
 * @param {(id: string) => void} onReached
 */
export const createSwitch = (active, onReached) => ({
  isOn(id) {
    onReached(id);
    return id === active();
  },
  withoutScope(id, value) {
    onReached(id);
    return id === active() ? unscoped(value) : value;
  },
});
