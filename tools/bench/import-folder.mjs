import { setTimeout as wait } from "node:timers/promises";
import { Line } from "./line.mjs";

const giveUpMs = 30 * 60_000;

/** Waits until a family has this many items with thumbnails. */
export async function untilDerived(album, familyId, count) {
  const until = performance.now() + giveUpMs;
  while (performance.now() < until) {
    const [{ ready }] = await album.query(
      `SELECT count(*) FILTER (WHERE derivatives = 'ready')::int AS ready FROM "Media" WHERE "familyId" = $1`,
      [familyId],
    );
    if (ready === count) return;
    await wait(100);
  }
  throw new Error("The last thumbnail does not come.");
}

/**
 * Has the worker read what is in a folder of IMPORT_FOLDERS, and begin to add it.
 * @returns {Promise<string>} the import's id
 */
export async function importFolder(album, { cookie, userId }, folder) {
  // Only one person can be the operator.
  await album.query(`UPDATE "User" SET "isOperator" = false WHERE "isOperator"`);
  await album.query(`UPDATE "User" SET "isOperator" = true WHERE id = $1`, [userId]);
  const line = new Line(album.url, cookie);
  try {
    const { value } = await line.json("/api/imports", "POST", { timeZone: "UTC", folder });
    const { id } = value;
    await line.json(`/api/imports/${id}/read`, "POST");
    for (;;) {
      const [{ state }] = await album.query(`SELECT state::text AS state FROM "Import" WHERE id = $1`, [id]);
      if (state === "ready") break;
      if (state === "failed") throw new Error("The archives could not be read.");
      await wait(50);
    }
    await line.json(`/api/imports/${id}/start`, "POST");
    return id;
  } finally {
    line.close();
  }
}
