-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "panorama" JSONB;
