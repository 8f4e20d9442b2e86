-- In the order in which an upload locks them, so that neither waits for the other.
LOCK TABLE "Media", "Upload" IN ACCESS EXCLUSIVE MODE;

-- The record of a finished upload goes with its item. Left behind without one, it counted as an unfinished upload: towards
-- the family's storage, and towards how many a person can have open. Records of items erased before can't be told from
-- uploads that have arrived but weren't completed yet: both expire within a week.
ALTER TABLE "Upload" DROP CONSTRAINT "Upload_mediaId_fkey";

-- CreateIndex
CREATE INDEX "Upload_mediaId_idx" ON "Upload"("mediaId");

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;
