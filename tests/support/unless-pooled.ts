const isPooled = Boolean(process.env.DIRECT_DATABASE_URL);
if (isPooled) {
  console.warn(
    "SKIPPED: which statements and plans are kept. Behind a pooler each can be on another connection.",
  );
}

/** For state that a connection keeps from one transaction to the next, which nothing relies on behind a pooler. */
export const testUnlessPooled = isPooled ? test.skip : test;
