-- AlterTable
ALTER TABLE "OutboxMessage" ADD COLUMN     "pictures" JSONB;

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "hasLetter" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "letterQuestion" TEXT,
ADD COLUMN     "letterSentAt" TIMESTAMPTZ(3);

-- Few want it: those are looked for every hour.
CREATE INDEX "Membership_letter_idx" ON "Membership" ("familyId", "userId") WHERE "hasLetter";
