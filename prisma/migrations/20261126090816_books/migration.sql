-- CreateEnum
CREATE TYPE "BookKind" AS ENUM ('book', 'calendar');

-- CreateEnum
CREATE TYPE "BookFormat" AS ENUM ('a4', 'square', 'landscape');

-- CreateEnum
CREATE TYPE "BookFileState" AS ENUM ('none', 'making', 'ready', 'failed');

-- CreateTable
CREATE TABLE "Book" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "makerId" UUID,
    "kind" "BookKind" NOT NULL,
    "format" "BookFormat" NOT NULL,
    "year" SMALLINT,
    "title" TEXT NOT NULL,
    "subtitle" TEXT NOT NULL DEFAULT '',
    "coverId" UUID,
    "pages" JSONB NOT NULL,
    "isShared" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fileState" "BookFileState" NOT NULL DEFAULT 'none',
    "fileLocale" TEXT,
    "fileDone" INTEGER NOT NULL DEFAULT 0,
    "fileTotal" INTEGER NOT NULL DEFAULT 0,
    "fileName" TEXT,
    "fileBytes" BIGINT,
    "fileDigest" TEXT,
    "fileMediaIds" UUID[],
    "fileProblems" INTEGER NOT NULL DEFAULT 0,
    "fileMadeAt" TIMESTAMPTZ(3),

    CONSTRAINT "Book_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Book_familyId_changedAt_idx" ON "Book"("familyId", "changedAt" DESC);

-- CreateIndex
CREATE INDEX "Book_makerId_idx" ON "Book"("makerId");

-- AddForeignKey
ALTER TABLE "Book" ADD CONSTRAINT "Book_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Book" ADD CONSTRAINT "Book_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
