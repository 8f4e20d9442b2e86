-- CreateEnum
CREATE TYPE "ImportedAttributionKind" AS ENUM ('upload', 'album', 'notice', 'noticeLike', 'printOrder');

-- CreateTable
CREATE TABLE "ImportedAttribution" (
    "personId" UUID NOT NULL,
    "kind" "ImportedAttributionKind" NOT NULL,
    "objectId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ImportedAttribution_pkey" PRIMARY KEY ("personId","kind","objectId")
);

-- CreateIndex
CREATE INDEX "ImportedAttribution_familyId_kind_objectId_idx" ON "ImportedAttribution"("familyId", "kind", "objectId");

-- AddForeignKey
ALTER TABLE "ImportedAttribution" ADD CONSTRAINT "ImportedAttribution_personId_fkey" FOREIGN KEY ("personId") REFERENCES "ImportedPerson"("id") ON DELETE CASCADE ON UPDATE CASCADE;
