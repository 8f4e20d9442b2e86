-- CreateEnum
CREATE TYPE "CampaignState" AS ENUM ('draft', 'sending', 'sent');

-- AlterTable
ALTER TABLE "Family" ADD COLUMN     "suspendedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "SystemSettings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "values" JSONB NOT NULL DEFAULT '{}',
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SystemSettings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "keyHash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MailTemplateEdit" (
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "heading" TEXT NOT NULL,
    "paragraphs" TEXT[],
    "button" TEXT,
    "footnote" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailTemplateEdit_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "Campaign" (
    "id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "heading" TEXT NOT NULL,
    "paragraphs" TEXT[],
    "button" TEXT,
    "buttonUrl" TEXT,
    "state" "CampaignState" NOT NULL DEFAULT 'draft',
    "audience" INTEGER NOT NULL DEFAULT 0,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CampaignRecipient" (
    "campaignId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "doneAt" TIMESTAMPTZ(3),
    "isWritten" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "CampaignRecipient_pkey" PRIMARY KEY ("campaignId","userId")
);

-- CreateTable
CREATE TABLE "NewsSuppression" (
    "addressHash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NewsSuppression_pkey" PRIMARY KEY ("addressHash")
);

-- CreateTable
CREATE TABLE "SystemError" (
    "key" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "lastRequestId" TEXT,
    "firstAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SystemError_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_keyHash_key" ON "ApiKey"("keyHash");

-- CreateIndex
CREATE INDEX "Campaign_createdAt_idx" ON "Campaign"("createdAt" DESC);

-- CreateIndex
CREATE INDEX "SystemError_lastAt_idx" ON "SystemError"("lastAt" DESC);

-- AddForeignKey
ALTER TABLE "CampaignRecipient" ADD CONSTRAINT "CampaignRecipient_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: there is one house.
ALTER TABLE "SystemSettings" ADD CONSTRAINT "SystemSettings_one_row_check" CHECK ("id" = 1);

-- By hand: the activity log is only added to, whoever asks. What is older than its retention may go, and only in a
-- transaction that says so (lib/features/activity/retention-service.ts).
CREATE FUNCTION keepsake_keep_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('keepsake.activity_purge', true) = 'on'
     AND OLD."at" < now() - interval '400 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The activity log is only added to' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keepsake_activity_kept BEFORE UPDATE OR DELETE ON "ActivityEntry"
  FOR EACH ROW EXECUTE FUNCTION keepsake_keep_activity();
-- Filters of the super admin's activity log.
CREATE INDEX "ActivityEntry_action_idx" ON "ActivityEntry"("action" text_pattern_ops, "at" DESC);
CREATE INDEX "ActivityEntry_actor_idx" ON "ActivityEntry"("actorId", "at" DESC);
