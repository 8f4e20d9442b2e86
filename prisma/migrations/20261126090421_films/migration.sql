-- CreateEnum
CREATE TYPE "FilmKind" AS ENUM ('growing', 'year', 'birthday');

-- CreateEnum
CREATE TYPE "FilmState" AS ENUM ('making', 'ready', 'failed');

-- CreateTable
CREATE TABLE "Film" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "madeById" UUID NOT NULL,
    "kind" "FilmKind" NOT NULL,
    "memberId" UUID,
    "year" SMALLINT,
    "title" TEXT NOT NULL,
    "mediaIds" UUID[],
    "state" "FilmState" NOT NULL DEFAULT 'making',
    "doneCount" SMALLINT NOT NULL DEFAULT 0,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "failure" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "durationMs" INTEGER NOT NULL DEFAULT 0,
    "mediaId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readyAt" TIMESTAMPTZ(3),

    CONSTRAINT "Film_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Film_familyId_madeById_createdAt_idx" ON "Film"("familyId", "madeById", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "Film_madeById_idx" ON "Film"("madeById");

-- CreateIndex
CREATE INDEX "Film_memberId_idx" ON "Film"("memberId");

-- CreateIndex
CREATE INDEX "Film_mediaId_idx" ON "Film"("mediaId");

-- AddForeignKey
ALTER TABLE "Film" ADD CONSTRAINT "Film_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Film" ADD CONSTRAINT "Film_madeById_fkey" FOREIGN KEY ("madeById") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Film" ADD CONSTRAINT "Film_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Film" ADD CONSTRAINT "Film_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One film of a family is made at a time, whoever asks for it.
CREATE UNIQUE INDEX "Film_making_key" ON "Film"("familyId") WHERE state = 'making';
