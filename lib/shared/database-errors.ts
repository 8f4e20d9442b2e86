interface KnownError {
  code?: unknown;
  meta?: {
    target?: unknown;
    driverAdapterError?: { cause?: { constraint?: unknown; originalMessage?: unknown } };
  };
}

interface Coded {
  code?: unknown;
  /** The database's own code, if the driver's adapter has another. */
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

const deepest = 6;

/** An error, its cause and so on, whichever of Prisma's wrappers each is in. */
export function causesOf(error: unknown): Coded[] {
  const causes: Coded[] = [];
  for (let at = error; typeof at === "object" && at !== null && causes.length < deepest; ) {
    const coded = at as Coded;
    causes.push(coded);
    at = coded.cause ?? coded.meta?.driverAdapterError;
  }
  return causes;
}

/** Codes of an error and its causes: Prisma's (P2002), PostgreSQL's (53100), the system's (ECONNRESET). */
export function errorCodes(error: unknown): string[] {
  return causesOf(error)
    .flatMap(({ code, originalCode }) => [code, originalCode])
    .filter((code) => typeof code === "string");
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
