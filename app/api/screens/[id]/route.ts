import { screenParams, screenSchema, updateScreenSchema } from "@/lib/album/screens/schema";
import { deleteScreen, updateScreen } from "@/lib/album/screens/server/service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const PATCH = route({
  summary: "Changes what one of the caller's TVs or frames shows, for how long, in which order; pauses it.",
  access: "member",
  params: screenParams,
  body: updateScreenSchema,
  answer: screenSchema,
  handler: ({ actor, params, body }) => updateScreen(actor, params.id, body),
});

export const DELETE = route({
  summary: "Removes one of the caller's TVs or frames, which shows nothing from then on.",
  access: "member",
  params: screenParams,
  answer: "empty",
  handler: async (context) => {
    await deleteScreen(context.actor, context.params.id, sessionOrigin(context));
    return undefined;
  },
});
