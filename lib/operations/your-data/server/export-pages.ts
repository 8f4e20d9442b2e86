/** Rows at a time: an export holds no more of anything. */
export const pageSize = 500;

/** Rows by their id, a page after the other. @param load the page after an id */
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
