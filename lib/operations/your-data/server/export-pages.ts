/** Rows per page: an export never has more in memory. */
export const pageSize = 500;

/** Rows by id, page by page. @param load the page after an id */
export async function* inPages<T extends { id: string }>(
  load: (after: string | null) => Promise<T[]>,
): AsyncGenerator<T> {
  let after: string | null = null;
  for (;;) {
    const page: T[] = await load(after);
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.id ?? null;
  }
}
