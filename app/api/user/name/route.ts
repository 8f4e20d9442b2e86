import { ownNameAnswerSchema, ownNameSchema } from "@/lib/account/profile/schema";
import { changeOwnName } from "@/lib/account/profile/server/own-name-service";
import { route } from "@/lib/http/route";

export const PUT = route({
  summary: "Changes the caller's display name; an empty name restores the one their family uses.",
  access: "user",
  refusesDirectAccess: true,
  body: ownNameSchema,
  answer: ownNameAnswerSchema,
  handler: ({ actor, body }) => changeOwnName(actor, body.title),
});
