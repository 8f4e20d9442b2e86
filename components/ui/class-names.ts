import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names and drops the falsy ones. Conflicts need no merging: the kit's classes are in the components layer
 * (kit.css), below every utility.
 */
export function cn(...values: ClassValue[]): string {
  return clsx(values);
}
