import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/errors";
import { hasPayments } from "@/lib/platform/payments/payments";

export interface Offers {
  prints: boolean;
  gifts: boolean;
  /** Whether people are asked for an address when they join. */
  asksAddress: boolean;
  /** Default for the requested addresses: two letters (ISO 3166). */
  country: string;
}

/** What can be ordered here. Gifts are sold if cards can be charged. */
export async function getOffers(): Promise<Offers> {
  const { isOffered, askAddress } = (await getSystemSettings()).prints;
  return {
    prints: isOffered,
    gifts: hasPayments(),
    asksAddress: isOffered && askAddress === "joining",
    country: env.PRODIGI_COUNTRY,
  };
}

/** @throws AppError 403 prints_off while a super admin has switched prints off */
export async function requirePrintsOffered(): Promise<void> {
  const { prints } = await getSystemSettings();
  if (prints.isOffered) return;
  throw new AppError("prints_off", 403, "Prints are switched off on this server.");
}
