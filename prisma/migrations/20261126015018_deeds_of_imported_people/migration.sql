-- CreateEnum
CREATE TYPE "ImportedDeedKind" AS ENUM ('upload', 'album', 'notice', 'noticeLike', 'printOrder');

-- CreateTable
CREATE TABLE "ImportedDeed" (
    "personId" UUID NOT NULL,
    "kind" "ImportedDeedKind" NOT NULL,
    "objectId" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ImportedDeed_pkey" PRIMARY KEY ("personId","kind","objectId")
);

-- CreateIndex
CREATE INDEX "ImportedDeed_familyId_kind_objectId_idx" ON "ImportedDeed"("familyId", "kind", "objectId");

-- AddForeignKey
ALTER TABLE "ImportedDeed" ADD CONSTRAINT "ImportedDeed_personId_fkey" FOREIGN KEY ("personId") REFERENCES "ImportedPerson"("id") ON DELETE CASCADE ON UPDATE CASCADE;
