type Query = (...given: unknown[]) => unknown;

const hasCallback = (given: unknown[]) =>
  typeof given.at(-1) === "function" ||
  typeof (given[0] as { submit?: unknown } | null)?.submit === "function";

/**
 * Makes a connection start a query only when the previous one has ended. Prisma requests several relations at once,
 * even in a transaction, which has one connection; pg queues them today and has announced that it will stop doing so.
 * @param connection a pg client; queries with a callback, and streams, pass straight through
 */
export function takeTurns(connection: { query: unknown }): void {
  // Looked up on every call, so a wrapper put around the class's method later is called too.
  const query: Query = (...given) =>
    (Reflect.get(Object.getPrototypeOf(connection), "query") as Query).apply(connection, given);
  let last: Promise<unknown> | undefined;
  connection.query = (...given: unknown[]) => {
    if (hasCallback(given)) return query(...given);
    const begun = last ? last.then(() => query(...given)) : Promise.resolve(query(...given));
    const ended = begun.then(
      () => {},
      () => {},
    );
    last = ended;
    void ended.then(() => {
      if (last === ended) last = undefined;
    });
    return begun;
  };
}
