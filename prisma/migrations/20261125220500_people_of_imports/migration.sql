-- AlterTable
ALTER TABLE "Comment" ADD COLUMN     "importedPersonId" UUID,
ALTER COLUMN "userId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "ImportedPerson" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "memberId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ImportedPerson_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportedHeart" (
    "personId" UUID NOT NULL,
    "mediaId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ImportedHeart_pkey" PRIMARY KEY ("personId","mediaId")
);

-- CreateIndex
CREATE INDEX "ImportedPerson_memberId_idx" ON "ImportedPerson"("memberId");

-- CreateIndex
CREATE UNIQUE INDEX "ImportedPerson_familyId_name_key" ON "ImportedPerson"("familyId", "name");

-- CreateIndex
CREATE INDEX "ImportedHeart_mediaId_idx" ON "ImportedHeart"("mediaId");

-- CreateIndex
CREATE INDEX "Comment_importedPersonId_idx" ON "Comment"("importedPersonId");

-- AddForeignKey
ALTER TABLE "ImportedPerson" ADD CONSTRAINT "ImportedPerson_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedPerson" ADD CONSTRAINT "ImportedPerson_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "FamilyMember"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedHeart" ADD CONSTRAINT "ImportedHeart_personId_fkey" FOREIGN KEY ("personId") REFERENCES "ImportedPerson"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportedHeart" ADD CONSTRAINT "ImportedHeart_mediaId_fkey" FOREIGN KEY ("mediaId") REFERENCES "Media"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_importedPersonId_fkey" FOREIGN KEY ("importedPersonId") REFERENCES "ImportedPerson"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma can't say that a comment has exactly one author. Every older one has: no need to read them all for it.
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_author_check" CHECK (num_nonnulls("userId", "importedPersonId") = 1) NOT VALID;
