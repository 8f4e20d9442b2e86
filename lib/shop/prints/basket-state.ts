import type { UserDto } from "@/lib/account/accounts/schema";
import { counted } from "@/lib/shared/counted";
import { countryName } from "@/lib/shared/countries";
import { printPixels } from "@/lib/shared/print-products";
import type { BasketItemDto, QuotaDto } from "@/lib/shop/prints/schema";

/** "1 December" of "2026-12-01", as `locale` writes it. */
function dayOf(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(date),
  );
}

type Address = Pick<
  UserDto,
  "addressFullName" | "addressLine1" | "addressLine2" | "addressCity" | "addressPostcode" | "addressCountry"
> & { offers: Pick<UserDto["offers"], "country"> };

/** Specification 5, Basket: the available parts, joined; the country too if the parcel goes abroad. */
export function shippingAddressOf(user: Address | null): string {
  if (!user) return "";
  const { addressFullName, addressLine1, addressLine2, addressCity, addressPostcode, addressCountry } = user;
  const parts = [addressFullName, addressLine1, addressLine2, addressCity, addressPostcode]
    .map((part) => part?.trim())
    .filter(Boolean);
  const isAbroad = parts.length > 0 && addressCountry !== user.offers.country;
  const country = isAbroad ? countryName(addressCountry) : null;
  return [...parts, ...(country ? [country] : [])].join(", ");
}

/**
 * What to tell people before they place an order; null when no free prints are lost. Prints from vouchers stay, the
 * month's don't (specification 9.6).
 */
export function orderNote(prints: number, quota: QuotaDto, locale: string): string | null {
  const next = `Your free prints renew on ${dayOf(quota.resetsOn, locale)}.`;
  if (quota.order) return `You have ordered this month's prints already. ${next}`;
  if (quota.remaining === 0) return `You have no free prints left this month. ${next}`;
  if (prints > quota.remaining) {
    return `You have ${quota.remaining} free ${quota.remaining === 1 ? "print" : "prints"} left this month: please remove ${prints - quota.remaining}.`;
  }
  const lost = lostPrints(prints, quota);
  if (lost === 0) return null;
  const unused = lost === 1 ? "the free print you haven't used" : `the ${lost} free prints you haven't used`;
  return `You can order once a month. You'll lose ${unused}. ${next}`;
}

/** How many of the month's free prints an order of this size gives up (specification 9.6). */
export function lostPrints(prints: number, { monthlyQuota }: Pick<QuotaDto, "monthlyQuota">): number {
  return Math.max(0, monthlyQuota - prints);
}

export function checkoutQuestion(prints: number): string {
  return `Order ${counted(prints, "print")} now?`;
}

/** Whether the printed area has too few pixels for its paper, in either orientation (product.md, Prints). */
export function isLowResolution({
  width,
  height,
  size,
  crop,
}: Pick<BasketItemDto, "width" | "height" | "size" | "crop">): boolean {
  if (!width || !height) return false;
  const sides = [width * (crop?.width ?? 1), height * (crop?.height ?? 1)];
  const [longer, shorter] = printPixels[size];
  // A crop's fractions are rounded: a pixel more or less is nothing to warn about.
  return Math.max(...sides) < longer - 1 || Math.min(...sides) < shorter - 1;
}
