-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "newsSince" TIMESTAMPTZ(3),
ADD COLUMN     "visitedAt" TIMESTAMPTZ(3);
