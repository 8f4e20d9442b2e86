import { familyTiers } from "@/lib/core/families/schema";
import { type SystemSettings, systemSettingsSchema } from "@/lib/core/system-settings/schema";
import { defaultSystemSettings } from "@/lib/core/system-settings/server/defaults";

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Whether a super admin opened or closed sign-up; null if none has chosen. The switch is only stored when it is
 * changed, so that saving something else doesn't turn today's default into a choice.
 */
export function chosenSignUp(stored: unknown): boolean | null {
  const { signUpOpen } = asRecord(stored);
  return typeof signUpOpen === "boolean" ? signUpOpen : null;
}

/** The stored settings, with defaults for whatever is missing; all defaults if they are inconsistent. */
export function parseSystemSettings(stored: unknown): SystemSettings {
  const values = asRecord(stored);
  const plans = asRecord(values.plans);
  const merged = {
    ...defaultSystemSettings,
    ...values,
    ceilings: { ...defaultSystemSettings.ceilings, ...asRecord(values.ceilings) },
    prints: { ...defaultSystemSettings.prints, ...asRecord(values.prints) },
    plans: Object.fromEntries(
      familyTiers.map((tier) => [tier, { ...defaultSystemSettings.plans[tier], ...asRecord(plans[tier]) }]),
    ),
  };
  const parsed = systemSettingsSchema.safeParse(merged);
  if (parsed.success) return parsed.data;
  // Maintenance stays on, whatever else is wrong with the row.
  return {
    ...defaultSystemSettings,
    maintenance: values.maintenance === true,
  };
}
