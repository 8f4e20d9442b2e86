import type { SystemSettings, UpdateSystemSettingsInput } from "@/lib/core/system-settings/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Saves only the settings given. @throws ApiError naming the field */
export function updateSystemSettings(settings: UpdateSystemSettingsInput): Promise<SystemSettings> {
  return apiRequest("PUT", "/api/super-admin/settings", settings);
}
