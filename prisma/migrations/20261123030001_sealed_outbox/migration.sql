ALTER TABLE "OutboxMessage" ADD COLUMN "livePart" TEXT,
ADD COLUMN "livePartUntil" TIMESTAMPTZ(3),
ADD COLUMN "tokenId" UUID;

CREATE INDEX "OutboxMessage_tokenId_idx" ON "OutboxMessage"("tokenId");

-- Whatever ends a token or an invitation also takes its link or code out of the messages that hold it: no caller can
-- forget to.
CREATE FUNCTION blank_live_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "OutboxMessage" SET "livePart" = NULL WHERE "tokenId" = OLD.id AND "livePart" IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER one_time_token_used AFTER UPDATE OF "usedAt" ON "OneTimeToken"
  FOR EACH ROW WHEN (OLD."usedAt" IS NULL AND NEW."usedAt" IS NOT NULL) EXECUTE FUNCTION blank_live_part();
CREATE TRIGGER one_time_token_deleted AFTER DELETE ON "OneTimeToken"
  FOR EACH ROW EXECUTE FUNCTION blank_live_part();
CREATE TRIGGER invitation_ended AFTER UPDATE OF "codeHash", "acceptedAt", "revokedAt" ON "Invitation"
  FOR EACH ROW WHEN (
    OLD."codeHash" <> NEW."codeHash" OR NEW."acceptedAt" IS NOT NULL OR NEW."revokedAt" IS NOT NULL
  ) EXECUTE FUNCTION blank_live_part();
CREATE TRIGGER invitation_deleted AFTER DELETE ON "Invitation"
  FOR EACH ROW EXECUTE FUNCTION blank_live_part();

-- Messages written before hold their links as they are. Those whose links have ended, the longest after 14 days, are
-- emptied now; the nightly clean-up empties the others when they are as old.
UPDATE "OutboxMessage" SET text = '', html = NULL
WHERE "createdAt" < now() - interval '14 days' AND state <> 'sent'
  AND template IN ('invitation', 'familyInvitation', 'confirmEmail', 'passwordReset', 'passwordGuessing');
