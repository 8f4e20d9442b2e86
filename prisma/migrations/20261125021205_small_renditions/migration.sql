-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "playableSmall" "DerivativeState" NOT NULL DEFAULT 'none',
ADD COLUMN     "smallAttempts" SMALLINT NOT NULL DEFAULT 0;

-- What is still to be made is looked up at every start.
DROP INDEX "Media_pending_idx";
CREATE INDEX "Media_pending_idx" ON "Media" ("id")
WHERE "derivatives" = 'pending' OR "playable" = 'pending' OR "playableSmall" = 'pending';
