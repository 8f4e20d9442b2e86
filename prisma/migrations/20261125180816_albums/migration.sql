-- CreateEnum
CREATE TYPE "AlbumOrder" AS ENUM ('date', 'hand');

-- CreateEnum
CREATE TYPE "AlbumAdders" AS ENUM ('adults', 'chosen');

-- CreateTable
CREATE TABLE "Album" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdById" UUID,
    "title" TEXT NOT NULL,
    "story" TEXT NOT NULL DEFAULT '',
    "order" "AlbumOrder" NOT NULL DEFAULT 'date',
    "adders" "AlbumAdders" NOT NULL DEFAULT 'adults',
    "isArranged" BOOLEAN NOT NULL DEFAULT false,
    "itemCount" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activeAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Album_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AlbumItem" (
    "albumId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "addedById" UUID,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "position" BIGINT NOT NULL,
    "isCover" BOOLEAN NOT NULL DEFAULT false,
    "isShown" BOOLEAN NOT NULL,
    "filedMonth" INTEGER NOT NULL,
    "sortAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AlbumItem_pkey" PRIMARY KEY ("albumId","mediaId")
);

-- CreateTable
CREATE TABLE "AlbumContributor" (
    "albumId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AlbumContributor_pkey" PRIMARY KEY ("albumId","userId")
);

-- CreateIndex
CREATE INDEX "Album_familyId_activeAt_id_idx" ON "Album"("familyId", "activeAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Album_createdById_idx" ON "Album"("createdById");

-- CreateIndex
CREATE INDEX "AlbumItem_mediaId_idx" ON "AlbumItem"("mediaId");

-- CreateIndex
CREATE INDEX "AlbumItem_addedById_idx" ON "AlbumItem"("addedById");

-- CreateIndex
CREATE INDEX "AlbumContributor_familyId_userId_idx" ON "AlbumContributor"("familyId", "userId");

-- AddForeignKey
ALTER TABLE "Album" ADD CONSTRAINT "Album_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Album" ADD CONSTRAINT "Album_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlbumItem" ADD CONSTRAINT "AlbumItem_albumId_fkey" FOREIGN KEY ("albumId") REFERENCES "Album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlbumItem" ADD CONSTRAINT "AlbumItem_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlbumItem" ADD CONSTRAINT "AlbumItem_addedById_fkey" FOREIGN KEY ("addedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlbumContributor" ADD CONSTRAINT "AlbumContributor_albumId_fkey" FOREIGN KEY ("albumId") REFERENCES "Album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AlbumContributor" ADD CONSTRAINT "AlbumContributor_familyId_userId_fkey" FOREIGN KEY ("familyId", "userId") REFERENCES "Membership"("familyId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- The two orders of an album. Positions of items in the trash count too: nothing takes their places.
CREATE INDEX "AlbumItem_by_date_idx" ON "AlbumItem"("albumId", "filedMonth", "sortAt", "mediaId") WHERE "isShown";
CREATE INDEX "AlbumItem_by_hand_idx" ON "AlbumItem"("albumId", "position", "mediaId");
-- Of two people who choose a cover at once, one is first.
CREATE UNIQUE INDEX "AlbumItem_cover_key" ON "AlbumItem"("albumId") WHERE "isCover";

-- Keeps "Album"."itemCount" in the transaction that changes "AlbumItem", once a statement; albums in order, so that two
-- transactions wait for each other instead of deadlocking.
CREATE FUNCTION keep_album_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- The transition tables that exist depend on the operation, hence the text.
    added CONSTANT text := 'SELECT "familyId", "albumId", 1 AS sign FROM added WHERE "isShown"';
    removed CONSTANT text := 'SELECT "familyId", "albumId", -1 AS sign FROM removed WHERE "isShown"';
    changed CONSTANT text := CASE TG_OP
        WHEN 'INSERT' THEN added
        WHEN 'DELETE' THEN removed
        ELSE added || ' UNION ALL ' || removed
    END;
    change record;
BEGIN
    FOR change IN EXECUTE
        'SELECT "familyId", "albumId", sum(sign) AS items FROM (' || changed || ') AS changed
         GROUP BY "familyId", "albumId" HAVING sum(sign) <> 0 ORDER BY "albumId"'
    LOOP
        -- Zero rows when the album itself is being deleted.
        UPDATE "Album" SET "itemCount" = "itemCount" + change.items
        WHERE "id" = change."albumId" AND "familyId" = change."familyId";
    END LOOP;
    RETURN NULL;
END;
$$;

CREATE TRIGGER album_item_added AFTER INSERT ON "AlbumItem"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION keep_album_counts();

CREATE TRIGGER album_item_changed AFTER UPDATE ON "AlbumItem"
    REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_album_counts();

CREATE TRIGGER album_item_removed AFTER DELETE ON "AlbumItem"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_album_counts();

-- Repeats in "AlbumItem" what the order of albums depends on, whatever moves an item, or takes it to the trash and back.
-- Locks the albums before their items, in order, as those do who add and arrange.
CREATE FUNCTION follow_media_in_albums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moved uuid[];
BEGIN
    SELECT array_agg(later."id") INTO moved
    FROM added later JOIN removed earlier ON earlier."id" = later."id" AND earlier."familyId" = later."familyId"
    WHERE (later."deletedAt" IS NULL, later."year", later."month", later."sortAt")
        <> (earlier."deletedAt" IS NULL, earlier."year", earlier."month", earlier."sortAt");
    IF moved IS NULL THEN
        RETURN NULL;
    END IF;

    PERFORM 1 FROM "Album" album
    WHERE (album."familyId", album."id") IN (
        SELECT item."familyId", item."albumId" FROM "AlbumItem" item
        JOIN added later ON later."id" = item."mediaId" AND later."familyId" = item."familyId"
        WHERE later."id" = ANY(moved))
    ORDER BY album."id" FOR NO KEY UPDATE;

    UPDATE "AlbumItem" item
    SET "isShown" = later."deletedAt" IS NULL, "filedMonth" = later."year" * 100 + later."month", "sortAt" = later."sortAt"
    FROM added later
    WHERE later."id" = ANY(moved) AND item."mediaId" = later."id" AND item."familyId" = later."familyId";
    RETURN NULL;
END;
$$;

CREATE TRIGGER media_in_albums AFTER UPDATE ON "Media"
    REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION follow_media_in_albums();
