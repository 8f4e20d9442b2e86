import type { UserSettingsDto, UserSettingsInput } from "@/lib/core/settings/schema";
import { apiRequest } from "@/lib/http/api-client";

export const userSettingsKey = ["/api/user-settings"] as const;

/** The scope of mutations of the settings: they are sent one after the other, so the last one counts. */
export const inOrder = { id: "settings" } as const;

/** Changes the given fields and leaves the rest. @throws ApiError */
export function saveUserSettings(input: UserSettingsInput): Promise<UserSettingsDto> {
  return apiRequest("PUT", "/api/user-settings", input);
}
