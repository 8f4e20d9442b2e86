import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import { runningPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { uploadPhotos } from "./upload";

const photosToCopy = 6;

/** Inserts rows into the album that look uploaded over the years: no call can upload a photo in the past. */
export async function fillYears(
  request: APIRequestContext,
  months: readonly { year: number; month: number; count: number }[],
): Promise<void> {
  const originals = await uploadPhotos(request, { count: photosToCopy, year: 2024, month: 3 });
  const dataDir = process.env.E2E_DATA_DIR ?? "";
  const client = new pg.Client({ connectionString: (await runningPostgres(dataDir)) ?? "" });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = '"Media"'::regclass AND attnum > 0
       AND NOT attisdropped AND attgenerated = ''`,
    );
    const given: Record<string, string> = {
      id: "$2",
      sha256: "$3",
      uploadDate: "$4::timestamptz",
      sortAt: "$4::timestamptz AT TIME ZONE 'UTC'",
      description: "$5",
      year: "$6",
      month: "$7",
    };
    const names = columns.map(({ name }) => `"${name}"`).join();
    const values = columns.map(({ name }) => given[name] ?? `"${name}"`).join();
    const copy = `INSERT INTO "Media" (${names}) SELECT ${values} FROM "Media" WHERE id = $1 RETURNING "familyId"`;
    let made = 0;
    for (const { year, month, count } of months) {
      for (let place = 0; place < count; place++) {
        const original = originals[made++ % originals.length] ?? "";
        const id = randomUUID();
        const sha256 = id.replaceAll("-", "").padEnd(64, "0");
        const date = new Date(Date.UTC(year, month - 1, 27) - place * 60_000);
        const words = `Photo ${place + 1} of ${year}-${month}`;
        const { rows } = await client.query<{ familyId: string }>(copy, [
          original,
          id,
          sha256,
          date,
          words,
          year,
          month,
        ]);
        const folder = path.join(dataDir, "media", "families", rows[0]?.familyId ?? "", "derived");
        cpSync(path.join(folder, original), path.join(folder, id), { recursive: true });
      }
    }
  } finally {
    await client.end();
  }
}
