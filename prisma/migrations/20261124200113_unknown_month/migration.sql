-- 0: of that year, in a month that isn't known.
ALTER TABLE "Media" DROP CONSTRAINT "Media_month_check",
  ADD CONSTRAINT "Media_month_check" CHECK ("month" BETWEEN 0 AND 12);
