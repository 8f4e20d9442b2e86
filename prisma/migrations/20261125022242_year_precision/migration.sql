-- CreateEnum
CREATE TYPE "YearPrecision" AS ENUM ('exact', 'around', 'decade');

-- AlterTable
ALTER TABLE "Media" ADD COLUMN     "yearPrecision" "YearPrecision" NOT NULL DEFAULT 'exact';

-- AlterTable
ALTER TABLE "Upload" ADD COLUMN     "yearPrecision" "YearPrecision" NOT NULL DEFAULT 'exact';

-- A year that is only roughly known has no month, and a decade begins with its first year.
ALTER TABLE "Media" ADD CONSTRAINT "Media_yearPrecision_check"
  CHECK ("yearPrecision" = 'exact' OR ("month" = 0 AND ("yearPrecision" = 'around' OR "year" % 10 = 0)));
