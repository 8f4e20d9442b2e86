import { databasePool } from "@/lib/db";

/** Rows of one family that reference something of another's, for each pair of a table and what it references. */
const crossings: Record<string, string> = {
  "tag and item": `SELECT 1 FROM "MediaTag" t JOIN "Media" m ON m.id = t."mediaId" WHERE m."familyId" <> t."familyId"`,
  "tag and person": `SELECT 1 FROM "MediaTag" t JOIN "FamilyMember" p ON p.id = t."memberId" WHERE p."familyId" <> t."familyId"`,
  "heart and item": `SELECT 1 FROM "Heart" h JOIN "Media" m ON m.id = h."mediaId" WHERE m."familyId" <> h."familyId"`,
  "recording and comment": `SELECT 1 FROM "CommentRecording" r JOIN "Comment" c ON c.id = r."commentId" WHERE c."familyId" <> r."familyId"`,
  "comment and item": `SELECT 1 FROM "Comment" c JOIN "Media" m ON m.id = c."mediaId" WHERE m."familyId" <> c."familyId"`,
  "album and item": `SELECT 1 FROM "AlbumItem" i JOIN "Media" m ON m.id = i."mediaId" WHERE m."familyId" <> i."familyId"`,
  "album and its row": `SELECT 1 FROM "AlbumItem" i JOIN "Album" a ON a.id = i."albumId" WHERE a."familyId" <> i."familyId"`,
  "album and contributor": `SELECT 1 FROM "AlbumContributor" c JOIN "Album" a ON a.id = c."albumId" WHERE a."familyId" <> c."familyId"`,
  "memory and item": `SELECT 1 FROM "MemoryPick" p JOIN "Media" m ON m.id = p."mediaId" WHERE m."familyId" <> p."familyId"`,
  "hidden memory and item": `SELECT 1 FROM "HiddenMemory" h JOIN "Media" m ON m.id = h."mediaId" WHERE m."familyId" <> h."familyId"`,
  "hidden memory and person": `SELECT 1 FROM "HiddenMemoryPerson" h JOIN "FamilyMember" p ON p.id = h."memberId" WHERE p."familyId" <> h."familyId"`,
  "note and person": `SELECT 1 FROM "GrowingNote" n JOIN "FamilyMember" p ON p.id = n."memberId" WHERE p."familyId" <> n."familyId"`,
  "note and item": `SELECT 1 FROM "GrowingNote" n JOIN "Media" m ON m.id = n."mediaId" WHERE m."familyId" <> n."familyId"`,
  "film and person": `SELECT 1 FROM "Film" f JOIN "FamilyMember" p ON p.id = f."memberId" WHERE p."familyId" <> f."familyId"`,
  "film and item": `SELECT 1 FROM "Film" f JOIN "Media" m ON m.id = f."mediaId" OR m.id = ANY(f."mediaIds") WHERE m."familyId" <> f."familyId"`,
  "hashtag and item": `SELECT 1 FROM "MediaHashtag" h JOIN "Media" m ON m.id = h."mediaId" WHERE m."familyId" <> h."familyId"`,
  "face and item": `SELECT 1 FROM "Face" f JOIN "Media" m ON m.id = f."mediaId" WHERE m."familyId" <> f."familyId"`,
  "face and group": `SELECT 1 FROM "Face" f JOIN "FaceGroup" g ON g.id = f."groupId" WHERE g."familyId" <> f."familyId"`,
  "group and person": `SELECT 1 FROM "FaceGroup" g JOIN "FamilyMember" p ON p.id = g."memberId" WHERE p."familyId" <> g."familyId"`,
  "invitation and person": `SELECT 1 FROM "Invitation" i JOIN "FamilyMember" p ON p.id = i."memberId" WHERE p."familyId" <> i."familyId"`,
  "welcome picture": `SELECT 1 FROM "Family" f JOIN "Media" m ON m.id = f."welcomeMediaId" WHERE m."familyId" <> f.id`,
  "basket and item": `SELECT 1 FROM "BasketItem" b JOIN "Media" m ON m.id = b."mediaId" WHERE m."familyId" <> b."familyId"`,
  "print order and item": `SELECT 1 FROM "PrintOrderItem" i JOIN "PrintOrder" o ON o.id = i."orderId"
    JOIN "Media" m ON m.id = i."mediaId" WHERE m."familyId" <> o."familyId"`,
  "gift order and item": `SELECT 1 FROM "GiftOrderPicture" i JOIN "GiftOrder" o ON o.id = i."orderId"
    JOIN "Media" m ON m.id = i."mediaId" WHERE m."familyId" <> o."familyId"`,
  "report and item": `SELECT 1 FROM "ContentReport" r JOIN "Media" m ON m.id = r."mediaId" WHERE m."familyId" <> r."familyId"`,
  "notification and item": `SELECT 1 FROM "Notification" n JOIN "Media" m ON m.id = n."mediaId" WHERE m."familyId" <> n."familyId"`,
  "notification and message": `SELECT 1 FROM "Notification" n JOIN "AdminMessage" a ON a.id = n."adminMessageId"
    WHERE a."familyId" <> n."familyId"`,
  "person and account": `SELECT 1 FROM "FamilyMember" p JOIN "User" u ON u.id = p."userId"
    WHERE NOT EXISTS (SELECT 1 FROM "Membership" m WHERE m."userId" = u.id AND m."familyId" = p."familyId")
      AND EXISTS (SELECT 1 FROM "Membership" m WHERE m."userId" = u.id)`,
};

/** The pairs with a row that crosses from one family to another. */
export async function crossFamilyRows(): Promise<string[]> {
  const found: string[] = [];
  for (const [pair, query] of Object.entries(crossings)) {
    const { rowCount } = await databasePool().query(`${query} LIMIT 1`);
    if (rowCount !== 0) found.push(pair);
  }
  return found;
}
