-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "coveredById" UUID,
ADD COLUMN     "isStackDecided" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "MediaMonth" ADD COLUMN     "coveredCount" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "MediaMeasures" ADD COLUMN     "isCompared" BOOLEAN NOT NULL DEFAULT false;

-- A stack never spans families. Without its top, an item is one of its own: trigger stack_settled has chosen the next one
-- before, so this concerns only items in the trash.
ALTER TABLE "Media" ADD CONSTRAINT "Media_familyId_id_key" UNIQUE ("familyId", "id");
ALTER TABLE "Media" ADD CONSTRAINT "Media_familyId_coveredById_fkey" FOREIGN KEY ("familyId", "coveredById")
    REFERENCES "Media"("familyId", "id") ON DELETE SET NULL ("coveredById") ON UPDATE CASCADE;
ALTER TABLE "Media" ADD CONSTRAINT "Media_coveredById_check" CHECK ("coveredById" <> "id");
-- What a photo covers. Few items are covered, so the index is small.
CREATE INDEX "Media_coveredById_idx" ON "Media" ("coveredById") WHERE "coveredById" IS NOT NULL;
CREATE INDEX "Media_familyId_coveredById_idx" ON "Media" ("familyId", "coveredById") WHERE "coveredById" IS NOT NULL;

-- Measured items that wait to be compared: the list is empty most of the time. Those of before are compared too.
CREATE INDEX "MediaMeasures_to_compare_idx" ON "MediaMeasures" ("familyId", "mediaId")
    WHERE NOT "isCompared" AND "queuedAt" IS NULL;

-- A photo on top is covered by none. Its row is locked before it is looked at: of two people who change stacks at once,
-- the second sees what the first did, or is refused.
CREATE FUNCTION check_stack() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    current CONSTANT uuid := (SELECT "coveredById" FROM "Media" WHERE "id" = NEW."id");
    is_covered boolean;
BEGIN
    -- A later trigger of the same statement may have changed it again.
    IF current IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT "coveredById" IS NOT NULL INTO is_covered FROM "Media" WHERE "id" = current FOR NO KEY UPDATE;
    IF is_covered OR EXISTS (SELECT 1 FROM "Media" WHERE "coveredById" = NEW."id") THEN
        RAISE EXCEPTION 'stacked twice' USING ERRCODE = 'serialization_failure';
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER stack_checked AFTER UPDATE OF "coveredById" ON "Media"
    FOR EACH ROW WHEN (NEW."coveredById" IS NOT NULL AND NEW."coveredById" IS DISTINCT FROM OLD."coveredById")
    EXECUTE FUNCTION check_stack();

-- The best of what a photo covers.
CREATE FUNCTION next_in_stack("top" uuid) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT item."id" FROM "Media" item LEFT JOIN "MediaMeasures" measures ON measures."mediaId" = item."id"
    WHERE item."coveredById" = "top" AND item."deletedAt" IS NULL
    ORDER BY item."mimeType" LIKE 'image/x-%',
        (SELECT count(*) FROM "Heart" h WHERE h."mediaId" = item."id") DESC,
        item."width"::bigint * item."height" DESC NULLS LAST, measures."sharpness" DESC NULLS LAST, item."id"
    LIMIT 1
$$;

-- If a stack's top is in the trash and others of it aren't, the best of those takes its place, in the same transaction.
-- The stack stays together in the trash too, so that what is restored is stacked again.
CREATE FUNCTION settle_stack("top" uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    heir uuid;
BEGIN
    PERFORM 1 FROM "Media" WHERE "id" = "top" OR "coveredById" = "top" ORDER BY "id" FOR NO KEY UPDATE;
    heir := (SELECT next_in_stack("id") FROM "Media" WHERE "id" = "top" AND "deletedAt" IS NOT NULL);
    IF heir IS NOT NULL THEN
        UPDATE "Media" SET "coveredById" = CASE WHEN "id" <> heir THEN heir END
        WHERE "id" = "top" OR "coveredById" = "top";
    END IF;
END;
$$;

CREATE FUNCTION settle_changed_stack() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- An earlier row of the same statement may have given its stack another top.
    covering CONSTANT uuid := (SELECT "coveredById" FROM "Media" WHERE "id" = NEW."id");
BEGIN
    IF NEW."deletedAt" IS NULL THEN
        IF covering IS NOT NULL THEN
            PERFORM settle_stack(covering);
        END IF;
    ELSIF EXISTS (SELECT 1 FROM "Media" WHERE "coveredById" = NEW."id") THEN
        PERFORM settle_stack(NEW."id");
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER stack_settled AFTER UPDATE OF "deletedAt" ON "Media"
    FOR EACH ROW WHEN ((NEW."deletedAt" IS NULL) <> (OLD."deletedAt" IS NULL))
    EXECUTE FUNCTION settle_changed_stack();

-- As before, and "MediaMonth"."coveredCount".
CREATE OR REPLACE FUNCTION keep_media_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- The transition tables that exist depend on the operation, hence the text.
    facts CONSTANT text := '"familyId", "year", "month", "bytes", "deletedAt", "coveredById" IS NOT NULL AS covered';
    added CONSTANT text := 'SELECT ' || facts || ', 1 AS sign FROM added';
    removed CONSTANT text := 'SELECT ' || facts || ', -1 AS sign FROM removed';
    changed CONSTANT text := CASE TG_OP
        WHEN 'INSERT' THEN added
        WHEN 'DELETE' THEN removed
        ELSE added || ' UNION ALL ' || removed
    END;
    change record;
BEGIN
    FOR change IN EXECUTE
        'SELECT * FROM (
            SELECT "familyId", "year", "month",
                sum(sign * "bytes"::bigint) AS bytes,
                coalesce(sum(sign) FILTER (WHERE "deletedAt" IS NULL), 0) AS items,
                coalesce(sum(sign) FILTER (WHERE "deletedAt" IS NULL AND covered), 0) AS covered
            FROM (' || changed || ') AS changed
            GROUP BY "familyId", "year", "month"
         ) AS counted
         WHERE bytes <> 0 OR items <> 0 OR covered <> 0
         ORDER BY "familyId", "year", "month"'
    LOOP
        -- Also where the bytes stay the same: it is the lock that orders the transactions.
        UPDATE "Family" SET "storageBytes" = "storageBytes" + change.bytes WHERE "id" = change."familyId";

        IF change.items > 0 THEN
            INSERT INTO "MediaMonth" ("familyId", "year", "month", "itemCount", "coveredCount")
            VALUES (change."familyId", change."year", change."month", change.items, change.covered)
            ON CONFLICT ("familyId", "year", "month")
                DO UPDATE SET "itemCount" = "MediaMonth"."itemCount" + excluded."itemCount",
                    "coveredCount" = "MediaMonth"."coveredCount" + excluded."coveredCount";
        ELSIF change.items < 0 OR change.covered <> 0 THEN
            -- Zero rows when the family itself is being deleted and its months went first.
            UPDATE "MediaMonth" SET "itemCount" = "itemCount" + change.items, "coveredCount" = "coveredCount" + change.covered
            WHERE "familyId" = change."familyId" AND "year" = change."year" AND "month" = change."month";
            DELETE FROM "MediaMonth"
            WHERE "familyId" = change."familyId" AND "year" = change."year" AND "month" = change."month"
                AND "itemCount" <= 0;
        END IF;
    END LOOP;
    RETURN NULL;
END;
$$;

-- As before; what is covered is remembered no more than what is in the trash.
CREATE OR REPLACE FUNCTION mark_days_of_media() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    facts CONSTANT text := 'SELECT "id", "familyId", "featured", "description" <> '''' AS told,
        CASE WHEN "deletedAt" IS NULL AND "derivatives" = ''ready'' AND "coveredById" IS NULL
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
