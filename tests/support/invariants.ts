import { createHash } from "node:crypto";
import { databasePool, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { filelessMedia, madeUpLedgers } from "@/tests/support/factories";
import { ledgerBreaches } from "@/tests/support/ledger-breaches";

/** What a test was promised, to be checked against the installation. */
export interface Promised {
  /** Uploads that were acknowledged: SHA-256 by id. None of them has been deleted since. */
  acknowledged?: ReadonlyMap<string, string>;
  /** Cookies of sessions that were ended. */
  revoked?: readonly string[];
}

/** Checks the installation's counters and rows against each other; each row of the result describes a violation. */
const rowBreaches = `
  SELECT 'I3 family ' || f.id || ' counts ' || f."storageBytes" || ' bytes, its rows ' || COALESCE(sum(m.bytes), 0) AS breach
    FROM "Family" f LEFT JOIN (
      SELECT "familyId", bytes FROM "Media" UNION ALL SELECT "familyId", bytes FROM "MediaClip"
      UNION ALL SELECT "familyId", bytes FROM "CommentRecording") m ON m."familyId" = f.id
    GROUP BY f.id HAVING f."storageBytes" <> COALESCE(sum(m.bytes), 0)
  UNION ALL SELECT 'I3 a month counts ' || COALESCE(c.counted, 0) || ' items, and has ' || COALESCE(r.items, 0)
    FROM (SELECT "familyId", year, month, "itemCount" AS counted FROM "MediaMonth" WHERE "itemCount" <> 0) c
    FULL JOIN (SELECT "familyId", year, month, count(*) AS items FROM "Media" WHERE "deletedAt" IS NULL GROUP BY 1, 2, 3) r
      USING ("familyId", year, month) WHERE c.counted IS DISTINCT FROM r.items
  UNION ALL SELECT 'I4 upload ' || u.id || ' landed in another family' FROM "Upload" u
    JOIN "Media" m ON m.id = u."mediaId" WHERE m."familyId" <> u."familyId"
  UNION ALL SELECT 'I4 upload ' || u.id || ' became an item of another name' FROM "Upload" u
    WHERE u."mediaId" IS NOT NULL AND u."mediaId" <> u.id
      AND NOT EXISTS (SELECT 1 FROM "MediaClip" c WHERE c.id = u.id AND c."mediaId" = u."mediaId")
  UNION ALL SELECT 'the clip of an item of another family' FROM "MediaClip" c JOIN "Media" m ON m.id = c."mediaId"
    WHERE c."familyId" <> m."familyId" OR m."mediaType" <> 'image'
  UNION ALL SELECT 'the recording of a comment of another family' FROM "CommentRecording" r
    JOIN "Comment" c ON c.id = r."commentId" WHERE r."familyId" <> c."familyId"
  UNION ALL SELECT 'two items of one family have the same bytes' FROM "Media" WHERE "deletedAt" IS NULL
    GROUP BY "familyId", sha256 HAVING count(*) > 1
  UNION ALL SELECT 'a heart of another family' FROM "Heart" h JOIN "Media" m ON m.id = h."mediaId"
    WHERE h."familyId" <> m."familyId"
  UNION ALL SELECT 'an album counts ' || a."itemCount" || ' items, and shows ' || count(m.id)
    FROM "Album" a LEFT JOIN "AlbumItem" i ON i."albumId" = a.id
    LEFT JOIN "Media" m ON m.id = i."mediaId" AND m."deletedAt" IS NULL
    GROUP BY a.id HAVING a."itemCount" <> count(m.id)
  UNION ALL SELECT 'an album says otherwise where its item is' FROM "AlbumItem" i JOIN "Media" m ON m.id = i."mediaId"
    WHERE (i."familyId", i."isShown", i."filedMonth", i."sortAt")
      <> (m."familyId", m."deletedAt" IS NULL, m.year * 100 + m.month, m."sortAt")
  UNION ALL SELECT 'item ' || id || ' was begun ' || GREATEST("deriveAttempts", "transcodeAttempts", "smallAttempts") || ' times'
    FROM "Media" WHERE GREATEST("deriveAttempts", "transcodeAttempts", "smallAttempts") > 3`;

async function hashOf(key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await getStorage().read(key)) hash.update(piece as Buffer);
  return hash.digest("hex");
}

/** I1, I2, I7, I8: every item, in the trash or not, with or without generated pictures, has its unchanged original. */
async function fileBreaches(promised: Promised): Promise<{ found: string[]; orphans: string[] }> {
  const found: string[] = [];
  // Uploads continue meanwhile, and one acknowledged after the rows were read isn't among them.
  const acknowledged = [...(promised.acknowledged ?? [])];
  const select = { id: true, storagePath: true, bytes: true, sha256: true } as const;
  const rows = [
    ...(await db.media.findMany({ select })),
    ...(await db.mediaClip.findMany({ select })),
    ...(await db.commentRecording.findMany({ select })),
  ];
  const sums = new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  for (const [id, sha256] of acknowledged) {
    if (sums.get(id) !== sha256) found.push(`I1 ${id} was acknowledged and is ${sums.get(id) ?? "gone"}`);
  }
  const keys = new Set<string>();
  for await (const { key } of getStorage().list("families/")) keys.add(key);
  for (const { id, storagePath, bytes, sha256 } of rows) {
    keys.delete(storagePath);
    if (filelessMedia.has(id)) continue;
    const stored = await getStorage().stat(storagePath);
    if (stored?.bytes !== Number(bytes))
      found.push(`I2 ${id} has ${stored?.bytes ?? "no"} bytes of ${bytes}`);
    else if ((await hashOf(storagePath)) !== sha256) found.push(`I7 ${id} was changed`);
  }
  return { found, orphans: [...keys].filter((key) => key.includes("/originals/")) };
}

/** I3: nobody orders more prints than were granted, nor twice in a month. */
async function printBreaches(): Promise<string[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    `SELECT "familyId" AS id FROM "PrintOrder" UNION SELECT "familyId" FROM "PrintCredit"`,
  );
  const found: string[] = [];
  for (const { id } of rows) {
    if (madeUpLedgers.has(id)) continue;
    for (const breach of await ledgerBreaches(id)) found.push(`I3 family ${id}: ${breach}`);
  }
  return found;
}

/** I6: people who were signed out stay signed out. */
async function sessionBreaches(revoked: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const cookie of revoked) {
    const { status } = await call("GET", "/api/auth/me", { cookie });
    if (status !== 401) found.push(`I6 a revoked session was answered ${status}`);
  }
  return found;
}

/**
 * The invariants (quality.md, Invariants), looked for in the database and the storage themselves. I5 (payment events)
 * and I9 (backup and restore) have tests of their own: billing/webhook and backup.
 * @returns originals without a row, which are reported and never deleted automatically
 * @throws Error naming every violation
 */
export async function expectInvariants(promised: Promised = {}): Promise<{ orphans: string[] }> {
  const { rows } = await databasePool().query<{ breach: string }>(rowBreaches);
  const { found, orphans } = await fileBreaches(promised);
  const breaches = [
    ...rows.map(({ breach }) => breach),
    ...found,
    ...(await printBreaches()),
    ...(await sessionBreaches(promised.revoked ?? [])),
  ];
  if (breaches.length > 0) throw new Error(`Broken: ${breaches.slice(0, 20).join("; ")}`);
  return { orphans };
}
