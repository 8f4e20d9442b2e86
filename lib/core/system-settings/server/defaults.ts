import { plans } from "@/lib/core/plans/plans";
import type { PlanSettings, SystemSettings } from "@/lib/core/system-settings/schema";
import type { Tier } from "@/lib/generated/prisma/enums";
import { monthlyPrints } from "@/lib/shared/print-products";
import { defaultFileLimits, specifiedFileLimits } from "@/lib/shared/upload-limits";

const planDefaults = (tier: Tier): PlanSettings => {
  const { name: _, ...plan } = plans[tier];
  // Specification 9.4 for families that pay nothing.
  const files = tier === "free" ? specifiedFileLimits : { maxImageBytes: null, maxVideoBytes: null };
  return { ...plan, ...files, freePrints: monthlyPrints[tier] };
};

/**
 * The values of specification 9.4 and 9.7, larger files for self-hosters, and ceilings that suit one person's server.
 */
export const defaultSystemSettings: SystemSettings = {
  maintenance: false,
  signUpOpen: true,
  ...defaultFileLimits,
  ceilings: { freeFamilies: 500, accounts: 5_000, mailsPerHour: 300, mailsPerDay: 2_000 },
  prints: { isOffered: true, askAddress: "joining" },
  plans: { free: planDefaults("free"), family: planDefaults("family"), premium: planDefaults("premium") },
};
