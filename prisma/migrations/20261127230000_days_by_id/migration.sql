-- Found by its id alone. With the family as well, PostgreSQL chose one of the family's indexes while there were a few items,
-- kept that plan, and went through all of the family's until there were statistics: 20,000 measures at once took a minute
-- and a half. Of a table that is divided by family, no index begins with the id.
CREATE OR REPLACE FUNCTION memory_day_of("item" uuid, "family" uuid) RETURNS integer LANGUAGE plpgsql STABLE
SET enable_seqscan = off AS $$
BEGIN
    IF (SELECT "relkind" = 'p' FROM pg_class WHERE "oid" = '"Media"'::regclass) THEN
        RETURN (SELECT memory_day("takenAt", "year", "month", "yearPrecision") FROM "Media"
                WHERE "id" = "item" AND "familyId" = "family" AND "deletedAt" IS NULL AND "derivatives" = 'ready');
    END IF;
    RETURN (SELECT CASE WHEN "familyId" = "family" AND "deletedAt" IS NULL AND "derivatives" = 'ready'
                THEN memory_day("takenAt", "year", "month", "yearPrecision") END
            FROM "Media" WHERE "id" = "item");
END;
$$;
