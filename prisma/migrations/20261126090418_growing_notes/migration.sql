-- CreateEnum
CREATE TYPE "GrowingNoteKind" AS ENUM ('first', 'height', 'words');

-- CreateTable
CREATE TABLE "GrowingNote" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "memberId" UUID NOT NULL,
    "kind" "GrowingNoteKind" NOT NULL,
    "day" DATE NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "heightMm" SMALLINT,
    "mediaId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(3),

    CONSTRAINT "GrowingNote_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GrowingNote_memberId_day_id_idx" ON "GrowingNote"("memberId", "day", "id");

-- CreateIndex
CREATE INDEX "GrowingNote_familyId_idx" ON "GrowingNote"("familyId");

-- CreateIndex
CREATE INDEX "GrowingNote_mediaId_idx" ON "GrowingNote"("mediaId");

-- CreateIndex
CREATE INDEX "GrowingNote_createdById_idx" ON "GrowingNote"("createdById");

-- AddForeignKey
ALTER TABLE "GrowingNote" ADD CONSTRAINT "GrowingNote_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GrowingNote" ADD CONSTRAINT "GrowingNote_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GrowingNote" ADD CONSTRAINT "GrowingNote_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GrowingNote" ADD CONSTRAINT "GrowingNote_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A height, or words: never neither, never both.
ALTER TABLE "GrowingNote" ADD CONSTRAINT "GrowingNote_content_check" CHECK (
  CASE WHEN kind = 'height' THEN "heightMm" IS NOT NULL AND text = '' ELSE "heightMm" IS NULL AND text <> '' END);
