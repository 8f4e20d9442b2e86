/** Whether an update contains anything. */
export const hasChanges = (change: object) => Object.values(change).some((value) => value !== undefined);

/** Only the fields that differ from what was opened: someone else may have changed the rest since. */
export function changedFields<T extends object>(opened: T, values: T): Partial<T> {
  const isChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(opened[field as keyof T]);
  return Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<T>;
}
