type Query = (...given: unknown[]) => unknown;

const hasCallback = (given: unknown[]) =>
  typeof given.at(-1) === "function" ||
  typeof (given[0] as { submit?: unknown } | null)?.submit === "function";

/**
 * Makes a connection begin a query only when the one before has ended. Prisma asks for several relations at once, also in
 * a transaction, which has one connection; pg queues them today and has announced that it won't.
 * @param connection a pg client; queries with a callback, and streams, pass straight through
 */
export function takeTurns(connection: { query: unknown }): void {
  // Looked up on every call, so that a wrapper put around the class's method later is called too.
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
