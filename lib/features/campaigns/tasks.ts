import { z } from "zod";

/** Writes a campaign's mails, a heap at a time. */
export const sendCampaignTask = "campaigns.send";
export const sendCampaignPayload = z.object({ campaignId: z.uuid() });
