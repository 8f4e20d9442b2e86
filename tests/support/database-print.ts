import { databasePool } from "@/lib/db";

/** What a refused call must not have touched. */
const tables = [
  "Media",
  "MediaMonth",
  "MediaHashtag",
  "Heart",
  "Family",
  "Membership",
  "FamilyMember",
  "Upload",
  "UploadChunk",
  "User",
];

/** A fingerprint of every row people own: equal before and after means that nothing was changed. */
export async function databasePrint(): Promise<string> {
  const prints = tables.map(
    (table) =>
      `SELECT '${table}', md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) FROM "${table}" t`,
  );
  const { rows } = await databasePool().query(prints.join(" UNION ALL "));
  return JSON.stringify(rows);
}
