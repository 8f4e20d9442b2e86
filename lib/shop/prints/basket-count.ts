import type { BasketItemDto, QuotaDto } from "@/lib/shop/prints/schema";

/** What the server knows about the basket when it renders a page. */
export interface BasketAtStart {
  items: BasketItemDto[];
  quota: QuotaDto;
}

/** How many prints are in the basket. */
export function countPrints(items: readonly Pick<BasketItemDto, "quantity">[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Specification 2.10. */
export function describeReady(prints: number): string {
  return `${prints} ${prints === 1 ? "Photo" : "Photos"} Ready to Print`;
}

/** Prints that still fit into the basket; never negative. */
export function roomLeft(prints: number, quota: Pick<QuotaDto, "remaining">): number {
  return Math.max(0, quota.remaining - prints);
}

/** Specification 2.10. */
export function describeRoom(prints: number, quota: Pick<QuotaDto, "remaining">): string {
  const room = roomLeft(prints, quota);
  return room > 0 ? `Add ${room} More` : "Basket Full";
}
