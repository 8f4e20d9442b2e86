import { userSettingsSchema, userSettingsUpdateSchema } from "@/lib/core/settings/schema";
import { getUserSettings, updateUserSettings } from "@/lib/core/settings/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The caller's settings, with defaults for what was never chosen.",
  access: "user",
  answer: userSettingsSchema,
  handler: ({ actor }) => getUserSettings(actor),
});

export const PUT = route({
  summary: "Changes the caller's settings; what is not sent stays.",
  access: "user",
  body: userSettingsUpdateSchema,
  answer: userSettingsSchema,
  handler: ({ actor, body }) => updateUserSettings(actor, body),
});
