-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "restoredIds" UUID[];
