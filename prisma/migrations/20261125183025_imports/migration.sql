-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('uploading', 'reading', 'ready', 'running', 'paused', 'done', 'undoing', 'undone', 'failed');

-- CreateEnum
CREATE TYPE "ImportSource" AS ENUM ('archives', 'folder');

-- CreateEnum
CREATE TYPE "ImportEntryState" AS ENUM ('waiting', 'added', 'known', 'left', 'failed');

-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "importId" UUID,
ADD COLUMN     "storedAt" TIMESTAMPTZ(3),
ALTER COLUMN "year" DROP NOT NULL,
ALTER COLUMN "month" DROP NOT NULL;

-- CreateTable
CREATE TABLE "Import" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "userId" UUID,
    "source" "ImportSource" NOT NULL,
    "folder" TEXT,
    "state" "ImportState" NOT NULL DEFAULT 'uploading',
    "reason" TEXT,
    "timeZone" TEXT NOT NULL,
    "albumIds" UUID[],
    "undoneById" UUID,
    "choices" JSONB NOT NULL DEFAULT '{}',
    "report" JSONB NOT NULL DEFAULT '{}',
    "totalCount" INTEGER NOT NULL DEFAULT 0,
    "doneCount" INTEGER NOT NULL DEFAULT 0,
    "totalBytes" BIGINT NOT NULL DEFAULT 0,
    "doneBytes" BIGINT NOT NULL DEFAULT 0,
    "addedCount" INTEGER NOT NULL DEFAULT 0,
    "knownCount" INTEGER NOT NULL DEFAULT 0,
    "leftCount" INTEGER NOT NULL DEFAULT 0,
    "failedCount" INTEGER NOT NULL DEFAULT 0,
    "workedMs" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportArchive" (
    "id" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "mimeType" TEXT NOT NULL,
    "storagePath" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ImportArchive_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportEntry" (
    "id" UUID NOT NULL,
    "importId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "archiveId" UUID,
    "path" TEXT NOT NULL,
    "position" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL,
    "compressedBytes" BIGINT NOT NULL DEFAULT 0,
    "method" SMALLINT NOT NULL DEFAULT 0,
    "crc32" INTEGER,
    "turn" SMALLINT NOT NULL DEFAULT 0,
    "photoId" UUID,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "albums" TEXT[],
    "state" "ImportEntryState" NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "sha256" CHAR(64),
    "mediaId" UUID,

    CONSTRAINT "ImportEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Import_familyId_createdAt_id_idx" ON "Import"("familyId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Import_userId_idx" ON "Import"("userId");

-- CreateIndex
CREATE INDEX "ImportArchive_importId_idx" ON "ImportArchive"("importId");

-- CreateIndex
CREATE INDEX "ImportEntry_importId_state_turn_archiveId_position_idx" ON "ImportEntry"("importId", "state", "turn", "archiveId", "position");

-- CreateIndex
CREATE INDEX "ImportEntry_importId_bytes_crc32_idx" ON "ImportEntry"("importId", "bytes", "crc32");

-- CreateIndex
CREATE INDEX "ImportEntry_mediaId_idx" ON "ImportEntry"("mediaId");

-- CreateIndex
CREATE INDEX "Upload_importId_idx" ON "Upload"("importId");

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportArchive" ADD CONSTRAINT "ImportArchive_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportEntry" ADD CONSTRAINT "ImportEntry_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportEntry" ADD CONSTRAINT "ImportEntry_archiveId_fkey" FOREIGN KEY ("archiveId") REFERENCES "ImportArchive"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportEntry" ADD CONSTRAINT "ImportEntry_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;
