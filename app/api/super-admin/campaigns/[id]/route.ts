import { route } from "@/lib/http/route";
import { campaignInputSchema, campaignSchema } from "@/lib/notify/campaigns/schema";
import { deleteCampaign, updateCampaign } from "@/lib/notify/campaigns/server/service";
import { idParams } from "@/lib/shared/id-params";

export const PUT = route({
  summary: "Changes a draft.",
  access: "superAdmin",
  params: idParams,
  body: campaignInputSchema,
  answer: campaignSchema,
  handler: ({ params, body }) => updateCampaign(params.id, body),
});

export const DELETE = route({
  summary: "Deletes a draft.",
  access: "superAdmin",
  params: idParams,
  answer: "empty",
  handler: async ({ params }) => {
    await deleteCampaign(params.id);
    return undefined;
  },
});
