-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'member');

-- CreateEnum
CREATE TYPE "Tier" AS ENUM ('free', 'family', 'premium');

-- CreateEnum
CREATE TYPE "MediaType" AS ENUM ('image', 'video');

-- CreateEnum
CREATE TYPE "DerivativeState" AS ENUM ('none', 'pending', 'ready', 'failed');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT,
    "passwordHash" TEXT,
    "passwordTemporary" BOOLEAN NOT NULL DEFAULT false,
    "title" TEXT,
    "phoneNumber" TEXT,
    "addressFullName" TEXT,
    "addressLine1" TEXT,
    "addressLine2" TEXT,
    "addressCity" TEXT,
    "addressPostcode" TEXT,
    "onboardingCompleted" BOOLEAN NOT NULL DEFAULT false,
    "isSuperAdmin" BOOLEAN NOT NULL DEFAULT false,
    "isChild" BOOLEAN NOT NULL DEFAULT false,
    "lastFamilyId" UUID,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID,
    "userAgent" TEXT,
    "ipAddress" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Family" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "icon" TEXT NOT NULL DEFAULT 'heart',
    "tier" "Tier" NOT NULL DEFAULT 'free',
    "storageBytes" BIGINT NOT NULL DEFAULT 0,
    "welcomeMediaId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Family_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "familyId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("familyId","userId")
);

-- CreateTable
CREATE TABLE "FamilyMember" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "userId" UUID,
    "name" TEXT NOT NULL,
    "nickname" TEXT,
    "birthDate" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FamilyMember_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Media" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "uploaderId" UUID,
    "fileName" TEXT NOT NULL,
    "mediaType" "MediaType" NOT NULL,
    "mimeType" TEXT NOT NULL,
    "year" SMALLINT NOT NULL,
    "month" SMALLINT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "uploadDate" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "takenAt" TIMESTAMP(3),
    "sortAt" TIMESTAMP(3) NOT NULL,
    "storagePath" TEXT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "durationMs" INTEGER,
    "thumbHash" TEXT,
    "featured" BOOLEAN NOT NULL DEFAULT false,
    "derivatives" "DerivativeState" NOT NULL DEFAULT 'pending',
    "derivativeError" TEXT,
    "mediumType" TEXT,
    "playable" "DerivativeState" NOT NULL DEFAULT 'none',
    "deriveAttempts" SMALLINT NOT NULL DEFAULT 0,
    "transcodeAttempts" SMALLINT NOT NULL DEFAULT 0,
    "deletedAt" TIMESTAMPTZ(3),
    "deletedById" UUID,

    CONSTRAINT "Media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MediaMonth" (
    "familyId" UUID NOT NULL,
    "year" SMALLINT NOT NULL,
    "month" SMALLINT NOT NULL,
    "itemCount" INTEGER NOT NULL,

    CONSTRAINT "MediaMonth_pkey" PRIMARY KEY ("familyId","year","month")
);

-- CreateTable
CREATE TABLE "MediaHashtag" (
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "hashtag" TEXT NOT NULL,

    CONSTRAINT "MediaHashtag_pkey" PRIMARY KEY ("mediaId","hashtag")
);

-- CreateTable
CREATE TABLE "Heart" (
    "userId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Heart_pkey" PRIMARY KEY ("userId","mediaId")
);

-- CreateTable
CREATE TABLE "Upload" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "clientUploadId" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "fileSize" INTEGER NOT NULL,
    "totalChunks" SMALLINT NOT NULL,
    "mimeType" TEXT,
    "year" SMALLINT NOT NULL,
    "month" SMALLINT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "mediaId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UploadChunk" (
    "uploadId" UUID NOT NULL,
    "chunkIndex" SMALLINT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "stored" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "UploadChunk_pkey" PRIMARY KEY ("uploadId","chunkIndex")
);

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "userId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "status" INTEGER,
    "answer" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("userId","key")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "User_username_key" ON "User"("username");

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "FamilyMember_familyId_userId_key" ON "FamilyMember"("familyId", "userId");

-- CreateIndex
CREATE INDEX "Media_familyId_year_month_sortAt_id_idx" ON "Media"("familyId", "year" DESC, "month" DESC, "sortAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Media_familyId_uploadDate_id_idx" ON "Media"("familyId", "uploadDate" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Media_deletedAt_idx" ON "Media"("deletedAt");

-- CreateIndex
CREATE INDEX "MediaHashtag_familyId_hashtag_idx" ON "MediaHashtag"("familyId", "hashtag");

-- CreateIndex
CREATE INDEX "Heart_mediaId_idx" ON "Heart"("mediaId");

-- CreateIndex
CREATE INDEX "Heart_userId_familyId_createdAt_mediaId_idx" ON "Heart"("userId", "familyId", "createdAt" DESC, "mediaId" DESC);

-- CreateIndex
CREATE INDEX "Upload_expiresAt_idx" ON "Upload"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Upload_userId_clientUploadId_key" ON "Upload"("userId", "clientUploadId");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_lastFamilyId_fkey" FOREIGN KEY ("lastFamilyId") REFERENCES "Family"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Family" ADD CONSTRAINT "Family_welcomeMediaId_fkey" FOREIGN KEY ("welcomeMediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FamilyMember" ADD CONSTRAINT "FamilyMember_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FamilyMember" ADD CONSTRAINT "FamilyMember_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Media" ADD CONSTRAINT "Media_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Media" ADD CONSTRAINT "Media_uploaderId_fkey" FOREIGN KEY ("uploaderId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaMonth" ADD CONSTRAINT "MediaMonth_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaHashtag" ADD CONSTRAINT "MediaHashtag_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Heart" ADD CONSTRAINT "Heart_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Heart" ADD CONSTRAINT "Heart_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadChunk" ADD CONSTRAINT "UploadChunk_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES "Upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IdempotencyKey" ADD CONSTRAINT "IdempotencyKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What follows is written by hand: the schema language can't say it.

-- Search finds any part of a description: trigrams serve LIKE '%part%'. An extension of PostgreSQL's own.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "Media_description_trigrams_idx" ON "Media" USING GIN (lower("description") gin_trgm_ops);

-- One file once in a family, decided here so that two uploads of it at the same moment can't both win.
-- What lies in the trash doesn't count: the file may be uploaded again.
CREATE UNIQUE INDEX "Media_familyId_sha256_key" ON "Media"("familyId", "sha256") WHERE "deletedAt" IS NULL;

-- One featured item a month.
CREATE UNIQUE INDEX "Media_familyId_year_month_featured_key" ON "Media"("familyId", "year", "month")
    WHERE "featured" AND "deletedAt" IS NULL;

ALTER TABLE "Media" ADD CONSTRAINT "Media_year_check" CHECK ("year" BETWEEN 2022 AND 2200);
ALTER TABLE "Media" ADD CONSTRAINT "Media_month_check" CHECK ("month" BETWEEN 1 AND 12);
ALTER TABLE "Media" ADD CONSTRAINT "Media_bytes_check" CHECK ("bytes" > 0);

-- Keeps "MediaMonth"."itemCount" (items outside the trash; a month without any has no row) and
-- "Family"."storageBytes" (every row, trash included) in the transaction that changes "Media", so that no
-- reader sees a count that the items contradict, and no path of the code can forget it.
--
-- Once a statement, not once a row: a statement that writes many items writes each counter once.
-- The family's row is locked before its months', families and months in order: two transactions
-- that touch the same counters wait for each other instead of deadlocking.
CREATE FUNCTION keep_media_counts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- The transition tables that exist depend on the operation, hence the text.
    added CONSTANT text := 'SELECT "familyId", "year", "month", "bytes", "deletedAt", 1 AS sign FROM added';
    removed CONSTANT text := 'SELECT "familyId", "year", "month", "bytes", "deletedAt", -1 AS sign FROM removed';
    changed CONSTANT text := CASE TG_OP
        WHEN 'INSERT' THEN added
        WHEN 'DELETE' THEN removed
        ELSE added || ' UNION ALL ' || removed
    END;
    change record;
BEGIN
    FOR change IN EXECUTE
        'SELECT "familyId", "year", "month",
                sum(sign * "bytes"::bigint) AS bytes,
                coalesce(sum(sign) FILTER (WHERE "deletedAt" IS NULL), 0) AS items
         FROM (' || changed || ') AS changed
         GROUP BY "familyId", "year", "month"
         HAVING sum(sign * "bytes"::bigint) <> 0
             OR coalesce(sum(sign) FILTER (WHERE "deletedAt" IS NULL), 0) <> 0
         ORDER BY "familyId", "year", "month"'
    LOOP
        -- Also where the bytes stay the same: it is the lock that orders the transactions.
        UPDATE "Family" SET "storageBytes" = "storageBytes" + change.bytes WHERE "id" = change."familyId";

        IF change.items > 0 THEN
            INSERT INTO "MediaMonth" ("familyId", "year", "month", "itemCount")
            VALUES (change."familyId", change."year", change."month", change.items)
            ON CONFLICT ("familyId", "year", "month")
                DO UPDATE SET "itemCount" = "MediaMonth"."itemCount" + excluded."itemCount";
        ELSIF change.items < 0 THEN
            -- Zero rows when the family itself is being deleted and its months went first.
            UPDATE "MediaMonth" SET "itemCount" = "itemCount" + change.items
            WHERE "familyId" = change."familyId" AND "year" = change."year" AND "month" = change."month";
            DELETE FROM "MediaMonth"
            WHERE "familyId" = change."familyId" AND "year" = change."year" AND "month" = change."month"
                AND "itemCount" <= 0;
        END IF;
    END LOOP;
    RETURN NULL;
END;
$$;

CREATE TRIGGER media_added AFTER INSERT ON "Media"
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION keep_media_counts();

CREATE TRIGGER media_changed AFTER UPDATE ON "Media"
    REFERENCING NEW TABLE AS added OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_media_counts();

CREATE TRIGGER media_removed AFTER DELETE ON "Media"
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_media_counts();
