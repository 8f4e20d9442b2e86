import { cache } from "react";
import { getPageActor } from "@/lib/core/auth/server/page-actor";
import { defaultUserSettings, type UserSettingsDto } from "@/lib/core/settings/schema";
import { findUserSettings } from "@/lib/core/settings/server/service";

/** This person's display settings; the defaults for a visitor. */
export const getPageSettings = cache(async (): Promise<UserSettingsDto> => {
  const actor = await getPageActor();
  return (actor && (await findUserSettings(actor))) ?? defaultUserSettings;
});
