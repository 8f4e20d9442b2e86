-- DropIndex
DROP INDEX "MediaFacts_familyId_idx";

-- AlterTable
ALTER TABLE "MediaFacts" ADD COLUMN     "contentIdentifier" TEXT;

-- CreateTable
CREATE TABLE "MediaClip" (
    "id" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "storagePath" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "sha1" CHAR(40),
    "bytes" BIGINT NOT NULL,
    "crc32" INTEGER,
    "durationMs" INTEGER NOT NULL,

    CONSTRAINT "MediaClip_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "MediaClip_mediaId_key" ON "MediaClip"("mediaId");

-- CreateIndex
CREATE INDEX "MediaClip_familyId_sha256_idx" ON "MediaClip"("familyId", "sha256");

-- CreateIndex
CREATE INDEX "MediaFacts_familyId_contentIdentifier_idx" ON "MediaFacts"("familyId", "contentIdentifier");

-- AddForeignKey
ALTER TABLE "MediaClip" ADD CONSTRAINT "MediaClip_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaClip" ADD CONSTRAINT "MediaClip_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "MediaClip" ADD CONSTRAINT "MediaClip_bytes_check" CHECK ("bytes" > 0);

-- A photo looks for its clip among the family's short videos that were uploaded at about the same time.
CREATE INDEX "Media_short_video_idx" ON "Media" ("familyId", "uploadDate")
    WHERE "mediaType" = 'video' AND "durationMs" <= 10000;

-- Keeps the clips' share of "Family"."storageBytes", as keep_media_counts does for "Media". Clips never change; with
-- their photo they are deleted by its foreign key.
CREATE FUNCTION keep_clip_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- The transition table that exists depends on the operation, hence the text.
    summed CONSTANT text := CASE TG_OP
        WHEN 'INSERT' THEN 'sum("bytes") AS bytes FROM added'
        ELSE '-sum("bytes") AS bytes FROM removed'
    END;
    change record;
BEGIN
    FOR change IN EXECUTE 'SELECT "familyId", ' || summed || ' GROUP BY "familyId" ORDER BY "familyId"'
    LOOP
        UPDATE "Family" SET "storageBytes" = "storageBytes" + change.bytes WHERE "id" = change."familyId";
    END LOOP;
    RETURN NULL;
END;
$$;

CREATE TRIGGER clip_added AFTER INSERT ON "MediaClip"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION keep_clip_bytes();

CREATE TRIGGER clip_removed AFTER DELETE ON "MediaClip"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_clip_bytes();
