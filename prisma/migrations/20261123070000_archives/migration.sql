-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "crc32" INTEGER;

-- CreateTable
CREATE TABLE "MediaArchive" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "fileName" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "entries" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MediaArchive_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "MediaArchive_familyId_idx" ON "MediaArchive"("familyId");

-- CreateIndex
CREATE INDEX "MediaArchive_expiresAt_idx" ON "MediaArchive"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "MediaArchive_userId_familyId_digest_key" ON "MediaArchive"("userId", "familyId", "digest");

-- AddForeignKey
ALTER TABLE "MediaArchive" ADD CONSTRAINT "MediaArchive_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MediaArchive" ADD CONSTRAINT "MediaArchive_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;
