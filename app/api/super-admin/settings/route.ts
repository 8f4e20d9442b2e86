import { systemSettingsSchema, updateSystemSettingsSchema } from "@/lib/features/system-settings/schema";
import { readSystemSettings, updateSystemSettings } from "@/lib/features/system-settings/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What is set for the whole house: limits, plans, sign-up and maintenance.",
  access: "superAdmin",
  answer: systemSettingsSchema,
  handler: () => readSystemSettings(),
});

export const PUT = route({
  summary: "Sets it, as one object. With maintenance on, everybody else gets 503 within two seconds.",
  access: "superAdmin",
  body: updateSystemSettingsSchema,
  answer: systemSettingsSchema,
  handler: ({ actor, body }) => updateSystemSettings(actor, body),
});
