-- AlterTable
ALTER TABLE "UploadChunk" DROP COLUMN "sha256",
ADD COLUMN     "crc32" INTEGER;
