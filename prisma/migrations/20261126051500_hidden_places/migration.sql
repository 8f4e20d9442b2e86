-- CreateEnum
CREATE TYPE "HiddenPlaceMode" AS ENUM ('rounded', 'leftOut');

-- CreateTable
CREATE TABLE "HiddenPlace" (
    "id" UUID NOT NULL,
    "familyId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "latitude" DOUBLE PRECISION NOT NULL,
    "longitude" DOUBLE PRECISION NOT NULL,
    "radiusM" INTEGER NOT NULL,
    "mode" "HiddenPlaceMode" NOT NULL DEFAULT 'rounded',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HiddenPlace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "HiddenPlace_familyId_idx" ON "HiddenPlace"("familyId");

-- AddForeignKey
ALTER TABLE "HiddenPlace" ADD CONSTRAINT "HiddenPlace_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE CASCADE ON UPDATE CASCADE;
