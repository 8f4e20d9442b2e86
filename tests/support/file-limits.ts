import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { storeSystemSettings } from "@/tests/support/system-settings";

/** Sets the installation's limits. */
export const setFileLimits = (values: { maxImageBytes: number; maxVideoBytes: number }): Promise<void> =>
  storeSystemSettings(values);

/** For the tests of a file or of a group: the limits of specification 9.4. */
export function withSpecifiedLimits(): void {
  beforeEach(() => setFileLimits({ maxImageBytes: 10_485_760, maxVideoBytes: 104_857_600 }));
  afterEach(forgetSystemSettings);
}
