import { userSettingsParams, userSettingsSchema, userSettingsUpdateSchema } from "@/lib/core/settings/schema";
import { getUserSettings, requireOwnId, updateUserSettings } from "@/lib/core/settings/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The caller's settings, by the caller's own id.",
  access: "user",
  params: userSettingsParams,
  answer: userSettingsSchema,
  handler: async ({ actor, params }) => {
    requireOwnId(actor, params.id);
    return getUserSettings(actor);
  },
});

export const PUT = route({
  summary: "Changes the caller's settings, by the caller's own id.",
  access: "user",
  params: userSettingsParams,
  body: userSettingsUpdateSchema,
  answer: userSettingsSchema,
  handler: async ({ actor, params, body }) => {
    requireOwnId(actor, params.id);
    return updateUserSettings(actor, body);
  },
});
