-- The next people to write to: each batch of a campaign read past everyone who had been written to before.
CREATE INDEX "CampaignRecipient_waiting_idx" ON "CampaignRecipient" ("campaignId", "userId") WHERE "doneAt" IS NULL;
