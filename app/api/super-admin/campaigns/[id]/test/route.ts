import { testMailSchema } from "@/lib/core/mail-templates/schema";
import { route } from "@/lib/http/route";
import { testCampaign } from "@/lib/notify/campaigns/server/service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Sends it only to the super admin who asks.",
  access: "superAdmin",
  params: idParams,
  answer: testMailSchema,
  handler: ({ actor, params }) => testCampaign(actor, params.id),
});
