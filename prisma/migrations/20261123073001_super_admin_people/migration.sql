-- AlterTable
ALTER TABLE "User" ADD COLUMN "suspendedAt" TIMESTAMPTZ(3),
ADD COLUMN "suspendedReason" TEXT;

-- AlterTable
ALTER TABLE "IssueReport" ADD COLUMN "answer" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "BillingEvent" ADD COLUMN "familyId" UUID;

-- CreateIndex
CREATE INDEX "BillingEvent_familyId_receivedAt_idx" ON "BillingEvent"("familyId", "receivedAt" DESC);

-- AddForeignKey
ALTER TABLE "BillingEvent" ADD CONSTRAINT "BillingEvent_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "Family"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- By hand: an installation keeps a super admin who can sign in. Two who remove each other at the same moment wait for
-- each other here, and the second is refused.
CREATE FUNCTION keepsake_keep_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."isSuperAdmin" AND NEW."suspendedAt" IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('keepsake_super_admins'));
  -- A new statement sees what the one that was waited for has committed.
  IF NOT EXISTS (SELECT 1 FROM "User" WHERE "isSuperAdmin" AND "suspendedAt" IS NULL AND id <> OLD.id) THEN
    RAISE EXCEPTION 'keepsake_last_super_admin' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "User_keep_super_admin" BEFORE UPDATE OF "isSuperAdmin", "suspendedAt" ON "User"
  FOR EACH ROW WHEN (OLD."isSuperAdmin" AND OLD."suspendedAt" IS NULL)
  EXECUTE FUNCTION keepsake_keep_super_admin();

-- The lists of those who look after the installation are short beside all accounts.
CREATE INDEX "User_super_admins_idx" ON "User"("id") WHERE "isSuperAdmin";
