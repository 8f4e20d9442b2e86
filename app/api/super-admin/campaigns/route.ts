import { route } from "@/lib/http/route";
import { campaignInputSchema, campaignSchema, campaignsSchema } from "@/lib/notify/campaigns/schema";
import { createCampaign, listCampaigns } from "@/lib/notify/campaigns/server/service";

export const GET = route({
  summary: "Campaigns: drafts and what was sent, and how many people have asked for news.",
  access: "superAdmin",
  answer: campaignsSchema,
  handler: () => listCampaigns(),
});

export const POST = route({
  summary: "Saves a draft.",
  access: "superAdmin",
  body: campaignInputSchema,
  answer: campaignSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => createCampaign(actor, body),
});
