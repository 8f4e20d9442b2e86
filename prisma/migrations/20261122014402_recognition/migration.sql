-- AlterTable
ALTER TABLE "FamilyMember" ADD COLUMN     "neverRecognize" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "RecognitionSettings" (
    "familyId" UUID NOT NULL,
    "faces" BOOLEAN NOT NULL DEFAULT false,
    "labels" BOOLEAN NOT NULL DEFAULT false,
    "changedById" UUID,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RecognitionSettings_pkey" PRIMARY KEY ("familyId")
);

-- CreateTable
CREATE TABLE "MediaRecognition" (
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "facesReadAt" TIMESTAMPTZ(3),
    "labelsReadAt" TIMESTAMPTZ(3),
    "labels" TEXT[],
    "error" TEXT,

    CONSTRAINT "MediaRecognition_pkey" PRIMARY KEY ("mediaId")
);

-- CreateTable
CREATE TABLE "Face" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "groupId" UUID,
    "left" REAL NOT NULL,
    "top" REAL NOT NULL,
    "width" REAL NOT NULL,
    "height" REAL NOT NULL,
    "score" REAL NOT NULL,
    "descriptor" BYTEA NOT NULL,
    "placedByHand" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Face_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FaceGroup" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "memberId" UUID,
    "isHidden" BOOLEAN NOT NULL DEFAULT false,
    "faceCount" INTEGER NOT NULL DEFAULT 0,
    "centroid" BYTEA NOT NULL,
    "isStale" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FaceGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MediaMeasures" (
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "queuedAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "differenceHash" BIGINT,
    "sharpness" REAL NOT NULL DEFAULT 0,
    "brightness" REAL NOT NULL DEFAULT 0,
    "tone" INTEGER NOT NULL DEFAULT 0,
    "isDark" BOOLEAN NOT NULL DEFAULT false,
    "isPaper" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "MediaMeasures_pkey" PRIMARY KEY ("mediaId")
);

-- CreateIndex
CREATE INDEX "MediaRecognition_familyId_idx" ON "MediaRecognition"("familyId");

-- CreateIndex
CREATE INDEX "Face_familyId_groupId_idx" ON "Face"("familyId", "groupId");

-- CreateIndex
CREATE INDEX "Face_mediaId_idx" ON "Face"("mediaId");

-- CreateIndex
CREATE INDEX "Face_groupId_idx" ON "Face"("groupId");

-- CreateIndex
CREATE INDEX "FaceGroup_familyId_faceCount_id_idx" ON "FaceGroup"("familyId", "faceCount" DESC, "id");

-- CreateIndex
CREATE INDEX "FaceGroup_memberId_idx" ON "FaceGroup"("memberId");

-- CreateIndex
CREATE UNIQUE INDEX "FaceGroup_familyId_memberId_key" ON "FaceGroup"("familyId", "memberId");

-- CreateIndex
CREATE INDEX "MediaMeasures_familyId_idx" ON "MediaMeasures"("familyId");

-- AddForeignKey
ALTER TABLE "RecognitionSettings" ADD CONSTRAINT "RecognitionSettings_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaRecognition" ADD CONSTRAINT "MediaRecognition_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaRecognition" ADD CONSTRAINT "MediaRecognition_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Face" ADD CONSTRAINT "Face_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Face" ADD CONSTRAINT "Face_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Face" ADD CONSTRAINT "Face_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "FaceGroup"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FaceGroup" ADD CONSTRAINT "FaceGroup_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FaceGroup" ADD CONSTRAINT "FaceGroup_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaMeasures" ADD CONSTRAINT "MediaMeasures_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaMeasures" ADD CONSTRAINT "MediaMeasures_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Keeps "FaceGroup"."faceCount", and removes a group with its last face, in the transaction that changes "Face": a face
-- also goes by cascade, with its picture. Its part in the group's mean goes with the next refreshing of stale groups.
-- Once a statement, groups locked in order, as in keep_media_counts.
CREATE FUNCTION keep_face_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    added CONSTANT text := 'SELECT "groupId", 1 AS sign FROM added';
    removed CONSTANT text := 'SELECT "groupId", -1 AS sign FROM removed';
    changed CONSTANT text := CASE TG_OP
        WHEN 'INSERT' THEN added
        WHEN 'DELETE' THEN removed
        ELSE added || ' UNION ALL ' || removed
    END;
BEGIN
    EXECUTE
        'WITH sums AS (
             SELECT "groupId", sum(sign) AS faces FROM (' || changed || ') AS changed
             WHERE "groupId" IS NOT NULL GROUP BY "groupId" HAVING sum(sign) <> 0
         ), locked AS (
             SELECT "id" FROM "FaceGroup" WHERE "id" IN (SELECT "groupId" FROM sums) ORDER BY "id" FOR UPDATE
         )
         UPDATE "FaceGroup" AS g
         SET "faceCount" = g."faceCount" + sums.faces, "isStale" = g."isStale" OR sums.faces < 0
         FROM sums JOIN locked ON locked."id" = sums."groupId" WHERE g."id" = sums."groupId"';
    IF TG_OP <> 'INSERT' THEN
        EXECUTE 'DELETE FROM "FaceGroup"
                 WHERE "faceCount" <= 0 AND "id" IN (SELECT "groupId" FROM removed WHERE "groupId" IS NOT NULL)';
    END IF;
    RETURN NULL;
END;
$$;

CREATE TRIGGER face_added AFTER INSERT ON "Face"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION keep_face_counts();

CREATE TRIGGER face_changed AFTER UPDATE ON "Face"
    REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_face_counts();

CREATE TRIGGER face_removed AFTER DELETE ON "Face"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_face_counts();

-- Nobody's faces stay in a picture that somebody is tagged on whose face must never be computed: not for a moment after
-- the tag, whichever call set it. The lock makes a mark that is being set wait, or be waited for: one of the two
-- sees the other.
CREATE FUNCTION erase_faces_of_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM "FamilyMember"
    WHERE "id" IN (SELECT "memberId" FROM added) ORDER BY "id" FOR SHARE;
    WITH marked AS (
        SELECT DISTINCT added."mediaId" FROM added
        JOIN "FamilyMember" person ON person."id" = added."memberId" AND person."neverRecognize"
    ), forgotten AS (
        UPDATE "MediaRecognition" SET "facesReadAt" = NULL WHERE "mediaId" IN (SELECT "mediaId" FROM marked)
    )
    DELETE FROM "Face" WHERE "mediaId" IN (SELECT "mediaId" FROM marked);
    RETURN NULL;
END;
$$;

CREATE TRIGGER media_tagged AFTER INSERT ON "MediaTag"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION erase_faces_of_marked();

-- What waits to be measured, oldest first: the list is empty most of the time, and so is the index.
CREATE INDEX "MediaMeasures_queued_idx" ON "MediaMeasures" ("queuedAt") WHERE "queuedAt" IS NOT NULL;

-- Two hashes that differ in three bits are equal in at least one quarter of their bits. A quarter is every fourth bit,
-- two of each of the picture's eight rows: a clear sky alone makes no two pictures meet here.
CREATE INDEX "MediaMeasures_first_bits_idx" ON "MediaMeasures" ("familyId", ("differenceHash" & 1229782938247303441)) WHERE "differenceHash" IS NOT NULL;
CREATE INDEX "MediaMeasures_second_bits_idx" ON "MediaMeasures" ("familyId", ("differenceHash" & 2459565876494606882)) WHERE "differenceHash" IS NOT NULL;
CREATE INDEX "MediaMeasures_third_bits_idx" ON "MediaMeasures" ("familyId", ("differenceHash" & 4919131752989213764)) WHERE "differenceHash" IS NOT NULL;
CREATE INDEX "MediaMeasures_fourth_bits_idx" ON "MediaMeasures" ("familyId", ("differenceHash" & (-8608480567731124088))) WHERE "differenceHash" IS NOT NULL;

-- A picture that has just been made ready is put on the list, in the same statement: nothing is asked of the queue, and
-- an album that was switched off in between forgets none.
CREATE FUNCTION queue_media_measures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "MediaMeasures" ("mediaId", "familyId") VALUES (NEW."id", NEW."familyId")
    ON CONFLICT ("mediaId") DO UPDATE SET "queuedAt" = CURRENT_TIMESTAMP, "attempts" = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER media_ready AFTER UPDATE OF "derivatives" ON "Media"
    FOR EACH ROW WHEN (NEW."mediaType" = 'image' AND NEW."derivatives" = 'ready' AND OLD."derivatives" <> 'ready')
    EXECUTE FUNCTION queue_media_measures();
-- Those of before are measured in the background too.
INSERT INTO "MediaMeasures" ("mediaId", "familyId") SELECT "id", "familyId" FROM "Media"
WHERE "mediaType" = 'image' AND "derivatives" = 'ready';
