interface KnownError {
  code?: unknown;
  meta?: {
    target?: unknown;
    driverAdapterError?: { cause?: { constraint?: unknown; originalMessage?: unknown } };
  };
}

/**
 * Whether a unique constraint refused a row.
 * @param column part of the constraint's or column's name; any constraint when left out
 */
export function isUniqueViolation(error: unknown, column?: string): boolean {
  const { code, meta } = (error ?? {}) as KnownError;
  if (code !== "P2002") return false;
  return column === undefined || JSON.stringify(meta ?? {}).includes(column);
}
