-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "editVersion" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "edits" JSONB;

-- AlterTable
ALTER TABLE "PrintOrderItem" ADD COLUMN     "edits" JSONB;

-- AlterTable
ALTER TABLE "GiftOrderPicture" ADD COLUMN     "edits" JSONB;

-- An edited photo is another picture: it is measured again, as one that has just been made ready.
DROP TRIGGER media_ready ON "Media";
CREATE TRIGGER media_ready AFTER UPDATE OF "derivatives", "editVersion" ON "Media"
    FOR EACH ROW WHEN (NEW."mediaType" = 'image' AND NEW."derivatives" = 'ready'
        AND (OLD."derivatives" <> 'ready' OR OLD."editVersion" <> NEW."editVersion"))
    EXECUTE FUNCTION queue_media_measures();
