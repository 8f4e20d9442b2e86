type Query = (...given: unknown[]) => unknown;

/** A stream submits itself, and has no name. */
const isNamed = (statement: unknown): statement is { name?: string } =>
  typeof statement === "object" && statement !== null && "name" in statement && !("submit" in statement);

/**
 * Stops a connection from preparing named statements: behind a pooler that gives each transaction another connection,
 * the name would be unknown there, or already taken.
 * @param connection a pg client
 */
export function withoutStatementNames(connection: { query: unknown }): void {
  const query = connection.query as Query;
  connection.query = (statement: unknown, ...given: unknown[]) => {
    if (!isNamed(statement)) return query.call(connection, statement, ...given);
    const { name: _, ...nameless } = statement;
    return query.call(connection, nameless, ...given);
  };
}
