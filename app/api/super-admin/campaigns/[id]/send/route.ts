import { campaignSchema } from "@/lib/features/campaigns/schema";
import { sendCampaign } from "@/lib/features/campaigns/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Sends a draft to everyone who has asked for news, in the background.",
  access: "superAdmin",
  params: idParams,
  answer: campaignSchema,
  status: 202,
  handler: ({ actor, params }) => sendCampaign(actor, params.id),
});
