import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { findTool } from "./tools.mjs";

const rowsAStatement = 1_000;
/** One photo in this many is edited, or is a Live Photo: either costs a second of work. */
const editedEach = 500;
const liveEach = 1_000;
const size = { width: 64, height: 48 };
/** The number of a photo that is in no export. */
const scratchNumber = 4_000_000_000;
const turnedAndLight = { quarterTurns: 1, isMirrored: false, straighten: 0, crop: null, light: 10 };
const ownerName = "ada-moves";
const memberName = "gran-moves";

/** A photo with a camera and a place; with other last bytes it is another file. */
const photo = () =>
  sharp({ create: { ...size, channels: 3, background: "#7a9e7e" } })
    .withExifMerge({
      IFD0: { Make: "Bench" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 0/1",
      },
    })
    .jpeg()
    .toBuffer();

/** @returns a film of a second; undefined without ffmpeg */
function clip(folder) {
  const ffmpeg = findTool("ffmpeg");
  if (!ffmpeg) return undefined;
  const file = path.join(folder, "clip.mov");
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-pix_fmt", "yuv420p"];
  execFileSync(ffmpeg, ["-y", "-loglevel", "error", ...picture, "-c:v", "libx264", file]);
  return readFileSync(file);
}

/** Bytes after the end, which nothing reads: a film has them in a box. */
const numbered = (content, number, isFilm = false) => {
  const tail = Buffer.alloc(isFilm ? 16 : 8);
  if (isFilm) tail.write("\0\0\0\x10free", "latin1");
  tail.writeUInt32BE(number + 1, tail.length - 4);
  return Buffer.concat([content, tail]);
};

/**
 * A family's owner, and a member who has an account.
 * @param {import("./album-server.mjs").Album} album
 */
export async function createPair(album) {
  const owner = await signIn(album, ownerName);
  const [{ id: memberId }] = await album.query(
    `INSERT INTO "User" (id, username, "updatedAt") VALUES (gen_random_uuid(), $1, now()) RETURNING id`,
    [memberName],
  );
  await album.query(`INSERT INTO "Membership" ("familyId", "userId", role) VALUES ($1, $2, 'member')`, [
    owner.familyId,
    memberId,
  ]);
  await album.query(
    `INSERT INTO "FamilyMember" (id, "familyId", "userId", name) VALUES (gen_random_uuid(), $1, $2, 'Gran')`,
    [owner.familyId, memberId],
  );
  return { owner, memberId };
}

/** What the server reads from the photo: every item has the same. */
async function factsOf(album, content) {
  const { cookie, familyId } = await signIn(album, "ada-scratch");
  const line = new Line(album.url, cookie);
  const fileData = numbered(content, scratchNumber).toString("base64");
  const said = { fileName: "a.jpg", fileType: "image", year: 2024, month: 7 };
  await line.json("/api/media", "POST", { ...said, fileData });
  line.close();
  for (;;) {
    const [row] = await album.query('SELECT to_jsonb(f) AS facts FROM "MediaFacts" f WHERE "familyId" = $1', [
      familyId,
    ]);
    if (row) return row.facts;
    await wait(100);
  }
}

const sha256 = (content) => createHash("sha256").update(content).digest("hex");

/** Photos of thirty years: their files, and what is in their rows. */
async function writeItems(album, { owner, memberId }, items) {
  const { familyId, userId } = owner;
  const content = await photo();
  const film = clip(album.dataDir);
  const folder = path.join(album.dataDir, "media", "families", familyId, "originals");
  mkdirSync(folder, { recursive: true });
  const store = (id, ending, bytes) => {
    writeFileSync(path.join(folder, `${id}.${ending}`), bytes);
    return {
      storagePath: `families/${familyId}/originals/${id}.${ending}`,
      sha256: sha256(bytes),
      bytes: bytes.length,
    };
  };
  for (let from = 0; from < items; from += rowsAStatement) {
    const rows = [];
    const clips = [];
    for (let at = from; at < Math.min(items, from + rowsAStatement); at++) {
      const id = crypto.randomUUID();
      const number = String(at).padStart(6, "0");
      const takenAt = new Date(Date.UTC(1995 + (at % 30), at % 12, 1 + (at % 27), 12, 0, 0, at % 1000));
      const isEdited = at % editedEach === 7;
      rows.push({
        ...{ id, familyId, uploaderId: at % 3 === 0 ? memberId : userId, fileName: `IMG_${number}.jpg` },
        ...store(id, "jpg", numbered(content, at)),
        ...{ year: takenAt.getUTCFullYear(), month: takenAt.getUTCMonth() + 1, takenAt, sortAt: takenAt },
        uploadDate: new Date(Date.UTC(2024, 0, 1, 0, 0, at)),
        description: at % 4 === 0 ? `Number ${at} at the #sea` : "",
        edits: isEdited ? turnedAndLight : null,
        editVersion: isEdited ? 1 : 0,
        ...(isEdited ? { width: size.height, height: size.width } : size),
      });
      if (film && at % liveEach === 3) {
        const clipId = crypto.randomUUID();
        const stored = store(clipId, "mov", numbered(film, at, true));
        clips.push({ id: clipId, mediaId: id, familyId, fileName: `IMG_${number}.mov`, ...stored });
      }
    }
    await insertItems(album, rows, clips);
  }
  return factsOf(album, content);
}

async function insertItems({ query }, rows, clips) {
  await query(
    `INSERT INTO "Media" (id, "familyId", "uploaderId", "fileName", "mediaType", "mimeType", year, month, description, "uploadDate",
       "takenAt", "sortAt", "storagePath", sha256, bytes, width, height, edits, "editVersion", derivatives, "mediumType")
     SELECT id, "familyId", "uploaderId", "fileName", 'image', 'image/jpeg', year, month, description, "uploadDate",
       "takenAt", "sortAt", "storagePath", sha256, bytes, width, height, NULLIF(edits, 'null'), "editVersion", 'ready', 'image/jpeg'
     FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, "familyId" uuid, "uploaderId" uuid, "fileName" text, year int, month int,
       description text, "uploadDate" timestamptz, "takenAt" timestamp, "sortAt" timestamp, "storagePath" text,
       sha256 text, bytes bigint, width int, height int, edits jsonb, "editVersion" int)`,
    [JSON.stringify(rows)],
  );
  await query(
    `INSERT INTO "MediaClip" (id, "mediaId", "familyId", "fileName", "mimeType", "storagePath", sha256, bytes, "durationMs")
     SELECT id, "mediaId", "familyId", "fileName", 'video/quicktime', "storagePath", sha256, bytes, 1000
     FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, "mediaId" uuid, "familyId" uuid, "fileName" text, "storagePath" text,
       sha256 text, bytes bigint)`,
    [JSON.stringify(clips)],
  );
}

const number = `substring(m."fileName" FROM 5 FOR 6)::int`;
/** A different moment for each item. */
const moment = (minutes) =>
  `timestamptz '2024-06-01 00:00Z' + ${number} * interval '1 second' + interval '${minutes} minutes'`;
const ofItems = (condition = "true") => `FROM "Media" m WHERE m."familyId" = $1 AND ${condition}`;

/** Hearts, comments, tags and faces, of people with accounts and without. */
async function sayEverything({ query }, { owner, memberId }, facts) {
  const { familyId, userId } = owner;
  const [{ id: baby }] = await query(
    `INSERT INTO "FamilyMember" (id, "familyId", name, "birthDate", "neverRecognize")
     VALUES (gen_random_uuid(), $1, 'Ife', '2023-05-06', true) RETURNING id`,
    [familyId],
  );
  const [{ id: gran }] = await query('SELECT id FROM "FamilyMember" WHERE "userId" = $1', [memberId]);
  const [{ id: opa }] = await query(
    `INSERT INTO "ImportedPerson" (id, "familyId", name) VALUES (gen_random_uuid(), $1, 'Opa') RETURNING id`,
    [familyId],
  );
  const columns = Object.keys(facts).filter(
    (name) => !["mediaId", "familyId", "contentIdentifier"].includes(name),
  );
  const quoted = columns.map((name) => `"${name}"`).join(", ");
  await query(
    `INSERT INTO "MediaFacts" ("mediaId", "familyId", ${quoted})
     SELECT m.id, $1, ${columns.map((name) => `f."${name}"`).join(", ")}
     FROM "Media" m CROSS JOIN jsonb_populate_record(NULL::"MediaFacts", $2::jsonb) f WHERE m."familyId" = $1`,
    [familyId, JSON.stringify(facts)],
  );
  const heart = `INSERT INTO "Heart" ("familyId", "userId", "mediaId", "createdAt") SELECT $1, $2, m.id,`;
  await query(`${heart} ${moment(1)} ${ofItems(`${number} % 2 = 0`)}`, [familyId, userId]);
  await query(`${heart} ${moment(2)} ${ofItems(`${number} % 3 = 0`)}`, [familyId, memberId]);
  await query(
    `INSERT INTO "ImportedHeart" ("familyId", "personId", "mediaId", "createdAt") SELECT $1, $2, m.id, ${moment(3)}
     ${ofItems(`${number} % 5 = 0`)}`,
    [familyId, opa],
  );
  const comment = (column) =>
    `INSERT INTO "Comment" (id, "familyId", "mediaId", "${column}", text, "createdAt")
     SELECT gen_random_uuid(), $1, m.id, $2, 'How lovely that was, number ' || ${number} || '!',`;
  await query(`${comment("userId")} ${moment(4)} ${ofItems()}`, [familyId, userId]);
  await query(`${comment("userId")} ${moment(5)} ${ofItems()}`, [familyId, memberId]);
  await query(`${comment("importedPersonId")} ${moment(6)} ${ofItems(`${number} % 7 = 0`)}`, [familyId, opa]);
  await query(
    `INSERT INTO "MediaHashtag" ("mediaId", "familyId", hashtag) SELECT m.id, $1, 'sea' ${ofItems(`${number} % 4 = 0`)}`,
    [familyId],
  );
  const tag = `INSERT INTO "MediaTag" ("familyId", "memberId", "taggedById", "mediaId", "createdAt") SELECT $1, $2, $3, m.id,`;
  await query(`${tag} ${moment(7)} ${ofItems(`${number} % 6 = 0`)}`, [familyId, baby, memberId]);
  await query(`${tag} ${moment(8)} ${ofItems(`${number} % 2 = 1`)}`, [familyId, gran, userId]);
  const [{ id: group }] = await query(
    `INSERT INTO "FaceGroup" (id, "familyId", "memberId", centroid)
     VALUES (gen_random_uuid(), $1, $2, decode(repeat('00', 512), 'hex')) RETURNING id`,
    [familyId, gran],
  );
  await query(
    `INSERT INTO "Face" (id, "familyId", "groupId", "mediaId", "left", top, width, height, score, descriptor, "placedByHand")
     SELECT gen_random_uuid(), $1, $2, m.id, 0.1 + ${number} % 50 / 100.0, 0.2, 0.25, 0.3, 0.9, decode(repeat('00', 512), 'hex'),
       ${number} % 8 = 1 ${ofItems(`${number} % 4 = 1`)}`,
    [familyId, group],
  );
}

/** Forty albums, orders, notices, icons, and the family's own data. */
async function storeRest({ query }, { owner, memberId }) {
  const { familyId, userId } = owner;
  await query(
    `WITH made AS (
       INSERT INTO "Album" (id, "familyId", "createdById", title, story, "order", "isArranged", "createdAt")
       SELECT gen_random_uuid(), $1, CASE WHEN n % 2 = 0 THEN $2::uuid ELSE $3::uuid END, 'Album ' || n, 'A story',
         CASE WHEN n % 2 = 0 THEN 'hand'::"AlbumOrder" ELSE 'date' END, n % 2 = 0, timestamptz '2024-01-01Z' + n * interval '1 day'
       FROM generate_series(1, 40) n RETURNING id, title
     )
     INSERT INTO "AlbumItem" ("albumId", "mediaId", "familyId", "addedById", "addedAt", position, "isShown", "filedMonth", "sortAt")
     SELECT made.id, m.id, $1, $2, ${moment(9)}, (1000000 - ${number}) * 65536::bigint, true, m.year * 100 + m.month, m."sortAt"
     FROM made JOIN "Media" m ON m."familyId" = $1 AND 'Album ' || (1 + ${number} % 40) = made.title`,
    [familyId, userId, memberId],
  );
  await query(
    `WITH made AS (
       INSERT INTO "Notice" (id, "familyId", "createdById", title, message, "createdAt", "updatedAt")
       SELECT gen_random_uuid(), $1, $2, 'Notice ' || n, 'On Sunday', timestamptz '2024-01-01Z' + n * interval '1 day', now()
       FROM generate_series(1, 100) n RETURNING id
     )
     INSERT INTO "NoticeLike" (id, "noticeId", "userId", "createdAt")
     SELECT gen_random_uuid(), made.id, $3, timestamptz '2024-06-01Z' FROM made`,
    [familyId, userId, memberId],
  );
  await query(
    `WITH made AS (
       INSERT INTO "PrintOrder" (id, "familyId", "userId", month, status, provider, "shippingAddress", recipient, "printCount", "placedAt",
         "updatedAt")
       SELECT gen_random_uuid(), $1, $2, date '2010-01-01' + n * interval '1 month', 'delivered', 'A lab', '1 Garden Lane', '{}', 2,
         timestamptz '2010-01-02Z' + n * interval '1 month', now()
       FROM generate_series(1, 120) n RETURNING id, "placedAt"
     )
     INSERT INTO "PrintOrderItem" (id, "orderId", "mediaId", "fileName", size, finish, quantity)
     SELECT gen_random_uuid(), made.id, (SELECT id FROM "Media" m WHERE m."familyId" = $1 ORDER BY "fileName" LIMIT 1), 'IMG_000000.jpg',
       '4x6', 'Gloss', 2
     FROM made`,
    [familyId, memberId],
  );
  await query(
    `INSERT INTO "MonthIcon" (id, "familyId", year, month, "iconName")
     SELECT gen_random_uuid(), $1, year, month, 'Waves' FROM generate_series(1995, 2024) year, generate_series(1, 12) month`,
    [familyId],
  );
  await query(
    `INSERT INTO "FeaturedHashtag" (id, "familyId", hashtag, key) VALUES (gen_random_uuid(), $1, '#Sea', 'sea')`,
    [familyId],
  );
  await query(
    `UPDATE "Family" SET name = 'The Movers', icon = 'home', "firstYear" = 1990, "welcomeMediaId" =
       (SELECT id FROM "Media" m WHERE m."familyId" = $1 ORDER BY "fileName" LIMIT 1) WHERE id = $1`,
    [familyId],
  );
}

/**
 * A family with everything that an export can contain.
 * @param {import("./album-server.mjs").Album} album
 * @param {number} items
 */
export async function createMovingFamily(album, items) {
  const pair = await createPair(album);
  const facts = await writeItems(album, pair, items);
  await sayEverything(album, pair, facts);
  await storeRest(album, pair);
  await album.query("ANALYZE");
  return pair.owner;
}
