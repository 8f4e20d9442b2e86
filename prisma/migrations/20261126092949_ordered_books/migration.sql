-- AlterTable
ALTER TABLE "GiftOrder" ADD COLUMN     "bookKey" TEXT,
ADD COLUMN     "bookPages" SMALLINT;
