import { changeStackSchema, stackSchema } from "@/lib/album/stacks/schema";
import { changeStack, getStack } from "@/lib/album/stacks/server/service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

export const GET = route({
  summary: "The photos that lists show as one with this photo, the one they show first.",
  access: "member",
  keyScope: "read",
  params: idParams,
  answer: stackSchema,
  handler: ({ actor, params }) => getStack(actor, params.id),
});

export const PATCH = route({
  summary:
    "Puts a photo on top of its stack, takes it out, or takes all apart; by an admin or an uploader of one.",
  access: "member",
  keyScope: "manage",
  params: idParams,
  body: changeStackSchema,
  answer: stackSchema,
  handler: ({ actor, params, body }) => changeStack(actor, params.id, body.action),
});
