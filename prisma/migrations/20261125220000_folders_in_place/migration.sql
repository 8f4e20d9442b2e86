-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "announcedCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "isInPlace" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lookedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ImportEntry" ADD COLUMN     "goneAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "ImportEntry_importId_sha256_idx" ON "ImportEntry"("importId", "sha256");

-- What stays in a folder of the server isn't copied.
CREATE OR REPLACE FUNCTION note_added_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "SecondCopyFile" ("key", "bytes", "sha256")
    SELECT DISTINCT ON ("storagePath") "storagePath", "bytes", "sha256" FROM added
    WHERE "storagePath" NOT LIKE 'in-place/%' ORDER BY "storagePath"
    ON CONFLICT ("key") DO UPDATE SET "goneAt" = NULL;
    RETURN NULL;
END;
$$;
