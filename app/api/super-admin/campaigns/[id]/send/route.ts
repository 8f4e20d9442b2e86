import { route } from "@/lib/http/route";
import { campaignSchema } from "@/lib/notify/campaigns/schema";
import { sendCampaign } from "@/lib/notify/campaigns/server/service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Sends a draft to everyone who has asked for news, in the background.",
  access: "superAdmin",
  params: idParams,
  answer: campaignSchema,
  status: 202,
  handler: ({ actor, params }) => sendCampaign(actor, params.id),
});
