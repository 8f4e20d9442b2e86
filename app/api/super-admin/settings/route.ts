import { systemSettingsSchema, updateSystemSettingsSchema } from "@/lib/core/system-settings/schema";
import { getSystemSettings, updateSystemSettings } from "@/lib/core/system-settings/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The settings of the whole installation: limits, plans, sign-up and maintenance.",
  access: "superAdmin",
  answer: systemSettingsSchema,
  handler: () => getSystemSettings(),
});

export const PUT = route({
  summary:
    "Changes the settings; omitted ones stay as they are. With maintenance on, everyone else gets 503 within two seconds.",
  access: "superAdmin",
  body: updateSystemSettingsSchema,
  answer: systemSettingsSchema,
  handler: ({ actor, body }) => updateSystemSettings(actor, body),
});
