-- AlterTable
ALTER TABLE "PrintOrder" ADD COLUMN     "isImported" BOOLEAN NOT NULL DEFAULT false;

-- An order of another installation leaves this month's prints alone.
DROP INDEX "PrintOrder_one_a_month_idx";
CREATE UNIQUE INDEX "PrintOrder_one_a_month_idx" ON "PrintOrder"("userId", "familyId", "month")
  WHERE "status" <> 'cancelled' AND NOT "isImported";
