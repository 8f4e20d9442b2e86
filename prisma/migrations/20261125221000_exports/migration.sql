-- CreateEnum
CREATE TYPE "ExportScope" AS ENUM ('family', 'own');

-- CreateEnum
CREATE TYPE "ExportState" AS ENUM ('preparing', 'ready', 'failed', 'outdated', 'expired');

-- CreateTable
CREATE TABLE "Export" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "userId" UUID,
    "scope" "ExportScope" NOT NULL,
    "state" "ExportState" NOT NULL DEFAULT 'preparing',
    "sinceId" UUID,
    "fileName" TEXT NOT NULL,
    "totalCount" INTEGER NOT NULL DEFAULT 0,
    "doneCount" INTEGER NOT NULL DEFAULT 0,
    "fileCount" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "lostCount" INTEGER NOT NULL DEFAULT 0,
    "digest" CHAR(64),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readyAt" TIMESTAMPTZ(3),
    "downloadedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Export_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Export_familyId_idx" ON "Export"("familyId");

-- CreateIndex
CREATE INDEX "Export_userId_familyId_createdAt_idx" ON "Export"("userId", "familyId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Export_state_createdAt_idx" ON "Export"("state", "createdAt");

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Export" ADD CONSTRAINT "Export_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Of two requests at once, one starts the preparation.
CREATE UNIQUE INDEX "Export_preparing_key" ON "Export"("userId", "familyId", "scope") WHERE "state" = 'preparing';
