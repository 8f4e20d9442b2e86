-- AlterEnum
ALTER TYPE "ImportSource" ADD VALUE 'immich';

-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "address" TEXT,
ADD COLUMN     "sealedKey" TEXT;
