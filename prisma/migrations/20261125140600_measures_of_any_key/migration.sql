-- Names no key, which holds the family too where the tables are divided by family (docs/scale.md). Two can't insert the same
-- row at once: the trigger's own update has locked the item.
CREATE OR REPLACE FUNCTION queue_media_measures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "MediaMeasures" SET "queuedAt" = CURRENT_TIMESTAMP, "attempts" = 0
    WHERE "mediaId" = NEW."id" AND "familyId" = NEW."familyId";
    IF NOT FOUND THEN
        INSERT INTO "MediaMeasures" ("mediaId", "familyId") VALUES (NEW."id", NEW."familyId");
    END IF;
    RETURN NULL;
END $$;
