-- The triggers that every photo and heart goes through, without EXECUTE: what is executed from a text is planned at every
-- statement, which took longer than running it. Which transition tables there are depends on the operation, and PL/pgSQL
-- looks at a statement only when it is first reached, with a plan for each trigger.

-- Adds to the counters of a month, and to the family's bytes.
CREATE FUNCTION count_media("family" uuid, "in_year" smallint, "in_month" smallint, "more_bytes" numeric, "more" bigint, "more_covered" bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Also where the bytes stay the same: it is the lock that orders the transactions.
    UPDATE "Family" SET "storageBytes" = "storageBytes" + "more_bytes" WHERE "id" = "family";

    IF "more" > 0 THEN
        INSERT INTO "MediaMonth" ("familyId", "year", "month", "itemCount", "coveredCount")
        VALUES ("family", "in_year", "in_month", "more", "more_covered")
        ON CONFLICT ("familyId", "year", "month")
            DO UPDATE SET "itemCount" = "MediaMonth"."itemCount" + excluded."itemCount",
                "coveredCount" = "MediaMonth"."coveredCount" + excluded."coveredCount";
    ELSIF "more" < 0 OR "more_covered" <> 0 THEN
        -- Zero rows when the family itself is being deleted and its months went first.
        UPDATE "MediaMonth" SET "itemCount" = "itemCount" + "more", "coveredCount" = "coveredCount" + "more_covered"
        WHERE "familyId" = "family" AND "year" = "in_year" AND "month" = "in_month";
        DELETE FROM "MediaMonth"
        WHERE "familyId" = "family" AND "year" = "in_year" AND "month" = "in_month" AND "itemCount" <= 0;
    END IF;
END;
$$;

-- As before: families and months in order.
CREATE OR REPLACE FUNCTION keep_media_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM count_media("familyId", "year", "month", bytes, items, covered) FROM (
            SELECT "familyId", "year", "month", sum("bytes") AS bytes,
                count(*) FILTER (WHERE "deletedAt" IS NULL) AS items,
                count(*) FILTER (WHERE "deletedAt" IS NULL AND "coveredById" IS NOT NULL) AS covered
            FROM added GROUP BY "familyId", "year", "month" ORDER BY "familyId", "year", "month") counted;
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM count_media("familyId", "year", "month", -bytes, -items, -covered) FROM (
            SELECT "familyId", "year", "month", sum("bytes") AS bytes,
                count(*) FILTER (WHERE "deletedAt" IS NULL) AS items,
                count(*) FILTER (WHERE "deletedAt" IS NULL AND "coveredById" IS NOT NULL) AS covered
            FROM removed GROUP BY "familyId", "year", "month" ORDER BY "familyId", "year", "month") counted;
    ELSE
        PERFORM count_media("familyId", "year", "month", bytes, items, covered) FROM (
            SELECT "familyId", "year", "month", sum(sign * "bytes"::bigint) AS bytes,
                coalesce(sum(sign) FILTER (WHERE "deletedAt" IS NULL), 0) AS items,
                coalesce(sum(sign) FILTER (WHERE "deletedAt" IS NULL AND covered), 0) AS covered
            FROM (
                SELECT "familyId", "year", "month", "bytes", "deletedAt", "coveredById" IS NOT NULL AS covered, 1 AS sign
                FROM added
                UNION ALL
                SELECT "familyId", "year", "month", "bytes", "deletedAt", "coveredById" IS NOT NULL, -1 FROM removed
            ) AS changed
            GROUP BY "familyId", "year", "month" ORDER BY "familyId", "year", "month"
        ) AS counted
        WHERE bytes <> 0 OR items <> 0 OR covered <> 0;
    END IF;
    RETURN NULL;
END;
$$;

-- The day on which an item may be remembered; null for what is in the trash, covered or not ready.
CREATE FUNCTION shown_memory_day("deleted" timestamptz, "covering" uuid, "state" "DerivativeState", "taken" timestamp, "year" smallint, "month" smallint, "precision" "YearPrecision")
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL AND $2 IS NULL AND $3 = 'ready' THEN memory_day($4, $5, $6, $7) END
$$;

CREATE OR REPLACE FUNCTION mark_days_of_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM mark_memory_day("familyId", day) FROM (
            SELECT DISTINCT "familyId", shown_memory_day("deletedAt", "coveredById", "derivatives", "takenAt", "year", "month", "yearPrecision") AS day
            FROM added) days
        WHERE day IS NOT NULL;
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM mark_memory_day("familyId", day) FROM (
            SELECT DISTINCT "familyId", shown_memory_day("deletedAt", "coveredById", "derivatives", "takenAt", "year", "month", "yearPrecision") AS day
            FROM removed) days
        WHERE day IS NOT NULL;
    ELSE
        -- An item that is as it was is there twice.
        PERFORM mark_memory_day("familyId", day) FROM (
            SELECT DISTINCT "familyId", day FROM (
                SELECT "familyId", day FROM (
                    SELECT "id", "familyId", "featured", "description" <> '' AS told,
                        shown_memory_day("deletedAt", "coveredById", "derivatives", "takenAt", "year", "month", "yearPrecision") AS day
                    FROM added
                    UNION ALL
                    SELECT "id", "familyId", "featured", "description" <> '',
                        shown_memory_day("deletedAt", "coveredById", "derivatives", "takenAt", "year", "month", "yearPrecision")
                    FROM removed
                ) AS before_and_after
                GROUP BY "id", "familyId", "featured", told, day HAVING count(*) = 1
            ) AS changed
            WHERE day IS NOT NULL
        ) AS days;
    END IF;
    RETURN NULL;
END;
$$;

-- Looked up item by item, by their ids: one plan for a heart and for a thousand.
CREATE FUNCTION memory_day_of("item" uuid, "family" uuid) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT memory_day("takenAt", "year", "month", "yearPrecision") FROM "Media"
            WHERE "id" = "item" AND "familyId" = "family" AND "deletedAt" IS NULL AND "derivatives" = 'ready');
END;
$$;

CREATE OR REPLACE FUNCTION mark_days_of_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM mark_memory_day("familyId", day)
        FROM (SELECT DISTINCT "familyId", memory_day_of("mediaId", "familyId") AS day FROM added) days WHERE day IS NOT NULL;
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM mark_memory_day("familyId", day)
        FROM (SELECT DISTINCT "familyId", memory_day_of("mediaId", "familyId") AS day FROM removed) days WHERE day IS NOT NULL;
    ELSE
        PERFORM mark_memory_day("familyId", day) FROM (
            SELECT DISTINCT "familyId", memory_day_of("mediaId", "familyId") AS day FROM (
                SELECT "mediaId", "familyId", "queuedAt" IS NULL, "differenceHash", "sharpness", "isDark", "isPaper" FROM added
                EXCEPT
                SELECT "mediaId", "familyId", "queuedAt" IS NULL, "differenceHash", "sharpness", "isDark", "isPaper" FROM removed
            ) AS changed
        ) AS days
        WHERE day IS NOT NULL;
    END IF;
    RETURN NULL;
END;
$$;
