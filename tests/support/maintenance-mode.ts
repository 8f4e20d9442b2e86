import { storeSystemSettings } from "@/tests/support/system-settings";

/** Switches maintenance on or off. */
export const setMaintenanceMode = (maintenance: boolean): Promise<void> =>
  storeSystemSettings({ maintenance });
