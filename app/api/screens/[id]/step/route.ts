import { screenParams, stepScreenSchema } from "@/lib/album/screens/schema";
import { stepScreen } from "@/lib/album/screens/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Shows the next photo on one of the caller's TVs or frames, or the one before.",
  access: "member",
  params: screenParams,
  body: stepScreenSchema,
  answer: "empty",
  isCreating: true,
  handler: async ({ actor, params, body }) => {
    await stepScreen(actor, params.id, body.by);
    return undefined;
  },
});
