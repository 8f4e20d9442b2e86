import { findGift, giftSizeLabel } from "@/lib/shared/gift-products";

/** How an order is named: "Framed print, 25 × 20 cm". */
export function giftName({ product, size }: { product: string; size: string }, locale: string): string {
  const found = findGift(product, size);
  return found ? `${found.product.name}, ${giftSizeLabel(found.size, locale)}` : product;
}
