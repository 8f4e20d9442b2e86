-- AlterTable
ALTER TABLE "Family" ADD COLUMN     "firstYear" SMALLINT NOT NULL DEFAULT 2022;

-- The first photograph that has survived is from 1826.
ALTER TABLE "Family" ADD CONSTRAINT "Family_firstYear_check" CHECK ("firstYear" BETWEEN 1826 AND 2200);
ALTER TABLE "Media" DROP CONSTRAINT "Media_year_check",
  ADD CONSTRAINT "Media_year_check" CHECK ("year" BETWEEN 1826 AND 2200);
