import { route } from "@/lib/http/route";
import {
  printSettingsParams,
  printSettingsSchema,
  printSettingsUpdateSchema,
} from "@/lib/shop/prints/schema";
import { getPrintSettings, updatePrintSettings } from "@/lib/shop/prints/server/settings-service";

export const GET = route({
  summary: "Who the family's parcels say they are from.",
  access: "member",
  params: printSettingsParams,
  answer: printSettingsSchema,
  handler: ({ actor, params }) => getPrintSettings(actor, params.orgId),
});

export const PUT = route({
  summary: "Changes who the family's parcels say they are from.",
  access: "admin",
  params: printSettingsParams,
  body: printSettingsUpdateSchema,
  answer: printSettingsSchema,
  handler: ({ actor, params, body }) => updatePrintSettings(actor, params.orgId, body),
});
