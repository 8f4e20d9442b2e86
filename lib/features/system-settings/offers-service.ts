import { env } from "@/lib/env";
import type { UserDto } from "@/lib/features/accounts/schema";
import { readSystemSettings } from "@/lib/features/system-settings/service";
import { AppError } from "@/lib/http/errors";
import { hasPayments } from "@/lib/platform/payments/payments";

/** What can be ordered here. Gifts are sold where cards can be charged. */
export async function readOffers(): Promise<UserDto["offers"]> {
  const { isOffered, askAddress } = (await readSystemSettings()).prints;
  return {
    prints: isOffered,
    gifts: hasPayments(),
    asksAddress: isOffered && askAddress === "joining",
    country: env.PRODIGI_COUNTRY,
  };
}

/** @throws AppError 403 prints_off while a super admin has switched prints off */
export async function requirePrintsOffered(): Promise<void> {
  const { prints } = await readSystemSettings();
  if (prints.isOffered) return;
  throw new AppError("prints_off", 403, "Prints are switched off on this server.");
}
