-- AlterTable
ALTER TABLE "OutboxMessage" ADD COLUMN     "releasedAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "OutboxMessage_releasedAt_idx" ON "OutboxMessage"("releasedAt");

-- CreateIndex
CREATE INDEX "Upload_familyId_idx" ON "Upload"("familyId");

-- Mail sent before counts against the ceilings like any other.
UPDATE "OutboxMessage" SET "releasedAt" = "sentAt" WHERE channel = 'mail' AND "sentAt" > now() - interval '1 day';

-- Until now saving any setting stored an open sign-up with it. That is a choice only where a super admin turned the
-- switch, which the log tells.
UPDATE "SystemSettings" SET "values" = "values" - 'signUpOpen'
WHERE "values" -> 'signUpOpen' = 'true'::jsonb AND NOT EXISTS (
  SELECT 1 FROM "ActivityEntry"
  WHERE action = 'system.settingsChanged' AND detail -> 'signUpOpen' = 'true'::jsonb);
