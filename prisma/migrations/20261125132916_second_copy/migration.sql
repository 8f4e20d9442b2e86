-- CreateTable
CREATE TABLE "SecondCopy" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "copyId" UUID NOT NULL,
    "recipients" TEXT[],
    "begunAt" TIMESTAMPTZ(3),
    "copiedUntil" TIMESTAMPTZ(3),
    "roundAt" TIMESTAMPTZ(3),
    "baseAt" TIMESTAMPTZ(3),
    "lineage" TEXT,
    "problem" TEXT,
    "warnedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SecondCopy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SecondCopyFile" (
    "key" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "copiedAt" TIMESTAMPTZ(3),
    "missingAt" TIMESTAMPTZ(3),
    "goneAt" TIMESTAMPTZ(3),

    CONSTRAINT "SecondCopyFile_pkey" PRIMARY KEY ("key")
);

ALTER TABLE "SecondCopy" ADD CONSTRAINT "SecondCopy_one_row" CHECK ("id" = 1);

-- What is still to be copied, and what has to leave the copy: few rows, looked for every few seconds.
CREATE INDEX "SecondCopyFile_waiting_idx" ON "SecondCopyFile" ("addedAt", "key") WHERE "copiedAt" IS NULL;
CREATE INDEX "SecondCopyFile_gone_idx" ON "SecondCopyFile" ("goneAt") WHERE "goneAt" IS NOT NULL;

-- An original has a row for as long as an item or a Live Photo's clip names it, and afterwards until it has left the
-- copy, if it was ever in one. Joining a Live Photo turns a video's row into a clip's with the same id and original: it is never gone.
CREATE FUNCTION note_added_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "SecondCopyFile" ("key", "bytes", "sha256")
    SELECT DISTINCT ON ("storagePath") "storagePath", "bytes", "sha256" FROM added ORDER BY "storagePath"
    ON CONFLICT ("key") DO UPDATE SET "goneAt" = NULL;
    RETURN NULL;
END;
$$;

CREATE FUNCTION note_removed_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "SecondCopyFile" f
    USING removed r
    WHERE f."key" = r."storagePath" AND f."copiedAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Media" m WHERE m."id" = r."id")
      AND NOT EXISTS (SELECT 1 FROM "MediaClip" c WHERE c."id" = r."id");
    UPDATE "SecondCopyFile" f SET "goneAt" = now()
    FROM removed r
    WHERE f."key" = r."storagePath"
      AND NOT EXISTS (SELECT 1 FROM "Media" m WHERE m."id" = r."id")
      AND NOT EXISTS (SELECT 1 FROM "MediaClip" c WHERE c."id" = r."id");
    RETURN NULL;
END;
$$;

CREATE TRIGGER media_original_added AFTER INSERT ON "Media"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_original();
CREATE TRIGGER media_original_removed AFTER DELETE ON "Media"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_original();
CREATE TRIGGER clip_original_added AFTER INSERT ON "MediaClip"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_original();
CREATE TRIGGER clip_original_removed AFTER DELETE ON "MediaClip"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_original();

INSERT INTO "SecondCopyFile" ("key", "bytes", "sha256")
SELECT "storagePath", "bytes", "sha256" FROM "Media"
UNION SELECT "storagePath", "bytes", "sha256" FROM "MediaClip"
ON CONFLICT DO NOTHING;
