-- CreateTable
CREATE TABLE "ImportedFace" (
    "id" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "memberId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "left" REAL NOT NULL,
    "top" REAL NOT NULL,
    "width" REAL NOT NULL,
    "height" REAL NOT NULL,
    "isByHand" BOOLEAN NOT NULL,

    CONSTRAINT "ImportedFace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ImportedFace_mediaId_idx" ON "ImportedFace"("mediaId");

-- CreateIndex
CREATE INDEX "ImportedFace_memberId_idx" ON "ImportedFace"("memberId");

-- CreateIndex
CREATE INDEX "ImportedFace_familyId_idx" ON "ImportedFace"("familyId");

-- AddForeignKey
ALTER TABLE "ImportedFace" ADD CONSTRAINT "ImportedFace_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedFace" ADD CONSTRAINT "ImportedFace_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nor does the place of a face stay in a picture on which somebody is tagged whose face must never be computed.
CREATE OR REPLACE FUNCTION erase_faces_of_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM "FamilyMember"
    WHERE "id" IN (SELECT "memberId" FROM added) ORDER BY "id" FOR SHARE;
    WITH marked AS (
        SELECT DISTINCT added."mediaId" FROM added
        JOIN "FamilyMember" person ON person."id" = added."memberId" AND person."neverRecognize"
    ), forgotten AS (
        UPDATE "MediaRecognition" SET "facesReadAt" = NULL WHERE "mediaId" IN (SELECT "mediaId" FROM marked)
    ), unplaced AS (
        DELETE FROM "ImportedFace" WHERE "mediaId" IN (SELECT "mediaId" FROM marked)
    )
    DELETE FROM "Face" WHERE "mediaId" IN (SELECT "mediaId" FROM marked);
    RETURN NULL;
END;
$$;
