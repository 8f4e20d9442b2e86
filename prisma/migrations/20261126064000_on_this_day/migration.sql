-- AlterEnum
ALTER TYPE "NotificationKind" ADD VALUE 'onThisDay';

-- AlterTable
ALTER TABLE "FamilyMember" ADD COLUMN     "leftOutOfMemories" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "MemoryChange" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "familyId" UUID NOT NULL,
    "day" SMALLINT NOT NULL,

    CONSTRAINT "MemoryChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MemoryPick" (
    "familyId" UUID NOT NULL,
    "day" SMALLINT NOT NULL,
    "year" SMALLINT NOT NULL,
    "place" SMALLINT NOT NULL,
    "mediaId" UUID NOT NULL,
    "worth" REAL NOT NULL,

    CONSTRAINT "MemoryPick_pkey" PRIMARY KEY ("familyId","day","year","place")
);

-- CreateTable
CREATE TABLE "HiddenMemory" (
    "userId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HiddenMemory_pkey" PRIMARY KEY ("userId","mediaId")
);

-- CreateTable
CREATE TABLE "HiddenMemoryPerson" (
    "userId" UUID NOT NULL,
    "memberId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HiddenMemoryPerson_pkey" PRIMARY KEY ("userId","memberId")
);

-- CreateTable
CREATE TABLE "MemoryPush" (
    "userId" UUID NOT NULL,
    "sentOn" DATE NOT NULL,
    "mediaId" UUID NOT NULL,

    CONSTRAINT "MemoryPush_pkey" PRIMARY KEY ("userId","sentOn")
);

-- CreateIndex
CREATE INDEX "MemoryChange_familyId_day_idx" ON "MemoryChange"("familyId", "day");

-- CreateIndex
CREATE INDEX "MemoryPick_mediaId_idx" ON "MemoryPick"("mediaId");

-- CreateIndex
CREATE INDEX "HiddenMemory_mediaId_idx" ON "HiddenMemory"("mediaId");

-- CreateIndex
CREATE INDEX "HiddenMemory_familyId_userId_idx" ON "HiddenMemory"("familyId", "userId");

-- CreateIndex
CREATE INDEX "HiddenMemoryPerson_memberId_idx" ON "HiddenMemoryPerson"("memberId");

-- CreateIndex
CREATE INDEX "HiddenMemoryPerson_familyId_userId_idx" ON "HiddenMemoryPerson"("familyId", "userId");

-- AddForeignKey
ALTER TABLE "MemoryChange" ADD CONSTRAINT "MemoryChange_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemoryPick" ADD CONSTRAINT "MemoryPick_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemoryPick" ADD CONSTRAINT "MemoryPick_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HiddenMemory" ADD CONSTRAINT "HiddenMemory_familyId_userId_fkey" FOREIGN KEY ("familyId", "userId") REFERENCES "Membership"("familyId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HiddenMemory" ADD CONSTRAINT "HiddenMemory_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HiddenMemoryPerson" ADD CONSTRAINT "HiddenMemoryPerson_familyId_userId_fkey" FOREIGN KEY ("familyId", "userId") REFERENCES "Membership"("familyId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HiddenMemoryPerson" ADD CONSTRAINT "HiddenMemoryPerson_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MemoryPush" ADD CONSTRAINT "MemoryPush_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The day of the year on which an item was taken, month * 100 + day; null where it isn't known: without a date from the
-- file, "around" a year, or filed under another month than the file's, since someone then found its date wrong.
CREATE FUNCTION memory_day("taken" timestamp, "year" smallint, "month" smallint, "precision" "YearPrecision")
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $4 = 'exact' AND extract(year FROM $1) = $2 AND extract(month FROM $1) = $3
        THEN $3 * 100 + extract(day FROM $1)::integer END
$$;

-- A day's items, from which its memories are chosen.
CREATE INDEX "Media_memory_day_idx" ON "Media" ("familyId", memory_day("takenAt", "year", "month", "yearPrecision"))
    WHERE "deletedAt" IS NULL;

-- Says that a day's memories have to be chosen again. A row that says so already is shared until this transaction ends,
-- and who chooses leaves shared rows where they are: a change that they can't see yet is never taken for chosen. Nobody
-- waits: neither two who change the same day, nor who chooses.
CREATE FUNCTION mark_memory_day("family" uuid, "changed" integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM "MemoryChange" WHERE "familyId" = "family" AND "day" = "changed"
    LIMIT 1 FOR KEY SHARE SKIP LOCKED;
    IF NOT FOUND THEN
        -- Zero rows when the family itself is being deleted.
        INSERT INTO "MemoryChange" ("familyId", "day") SELECT "id", "changed" FROM "Family" WHERE "id" = "family";
    END IF;
END;
$$;

CREATE FUNCTION mark_days_of_media() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    facts CONSTANT text := 'SELECT "id", "familyId", "featured", "description" <> '''' AS told,
        CASE WHEN "deletedAt" IS NULL AND "derivatives" = ''ready''
            THEN memory_day("takenAt", "year", "month", "yearPrecision") END AS day FROM ';
    -- The transition tables that exist depend on the operation, hence the text.
    changed CONSTANT text := CASE TG_OP
        WHEN 'INSERT' THEN facts || 'added'
        WHEN 'DELETE' THEN facts || 'removed'
        ELSE '(' || facts || 'added EXCEPT ' || facts || 'removed)
            UNION ALL (' || facts || 'removed EXCEPT ' || facts || 'added)'
    END;
    one record;
BEGIN
    FOR one IN EXECUTE 'SELECT DISTINCT "familyId", day FROM (' || changed || ') changed WHERE day IS NOT NULL' LOOP
        PERFORM mark_memory_day(one."familyId", one.day);
    END LOOP;
    RETURN NULL;
END;
$$;

CREATE TRIGGER media_added_on_day AFTER INSERT ON "Media"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_media();

CREATE TRIGGER media_changed_on_day AFTER UPDATE ON "Media"
    REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_media();

CREATE TRIGGER media_removed_on_day AFTER DELETE ON "Media"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_media();

-- The same for what people and the server say about items. Nothing is found of an item that is being deleted itself.
CREATE FUNCTION mark_days_of_items() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    measured CONSTANT text := 'SELECT "mediaId", "familyId", "queuedAt" IS NULL, "differenceHash", "sharpness", "isDark", "isPaper" FROM ';
    changed CONSTANT text := CASE
        WHEN TG_OP = 'UPDATE' THEN measured || 'added EXCEPT ' || measured || 'removed'
        WHEN TG_OP = 'DELETE' THEN 'SELECT "mediaId", "familyId" FROM removed'
        ELSE 'SELECT "mediaId", "familyId" FROM added'
    END;
    one record;
BEGIN
    FOR one IN EXECUTE
        'SELECT DISTINCT item."familyId", memory_day(item."takenAt", item."year", item."month", item."yearPrecision") AS day
         FROM (' || changed || ') changed
         JOIN "Media" item ON item."id" = changed."mediaId" AND item."familyId" = changed."familyId"
         WHERE item."deletedAt" IS NULL AND item."derivatives" = ''ready'''
    LOOP
        IF one.day IS NOT NULL THEN
            PERFORM mark_memory_day(one."familyId", one.day);
        END IF;
    END LOOP;
    RETURN NULL;
END;
$$;

CREATE TRIGGER heart_added_on_day AFTER INSERT ON "Heart"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();
CREATE TRIGGER heart_removed_on_day AFTER DELETE ON "Heart"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();

CREATE TRIGGER imported_heart_added_on_day AFTER INSERT ON "ImportedHeart"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();
CREATE TRIGGER imported_heart_removed_on_day AFTER DELETE ON "ImportedHeart"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();

CREATE TRIGGER tag_added_on_day AFTER INSERT ON "MediaTag"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();
CREATE TRIGGER tag_removed_on_day AFTER DELETE ON "MediaTag"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();

CREATE TRIGGER comment_added_on_day AFTER INSERT ON "Comment"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();
CREATE TRIGGER comment_removed_on_day AFTER DELETE ON "Comment"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();

CREATE TRIGGER measures_added_on_day AFTER INSERT ON "MediaMeasures"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();
CREATE TRIGGER measures_changed_on_day AFTER UPDATE ON "MediaMeasures"
    REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION mark_days_of_items();

-- The memories of what is already in the albums are chosen when someone first looks at a day.
INSERT INTO "MemoryChange" ("familyId", "day")
SELECT DISTINCT "familyId", memory_day("takenAt", "year", "month", "yearPrecision") FROM "Media"
WHERE "deletedAt" IS NULL AND "derivatives" = 'ready'
    AND memory_day("takenAt", "year", "month", "yearPrecision") IS NOT NULL;
