import type { Metadata } from "next";
import { GiftShopView } from "@/components/shop/gifts/gift-shop-view";
import { ShopClosed } from "@/components/shop/gifts/shop-closed";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { readPageMoney } from "@/lib/http/page-money";
import { giftOrdersKey, giftShopKey } from "@/lib/shop/gifts/client/queries";
import { getGiftShop, listGiftOrders } from "@/lib/shop/gifts/server/order-service";
import { getOrderableBook } from "@/lib/shop/gifts/server/ordered-book-service";
import { listGiftSamples } from "@/lib/shop/gifts/server/samples-service";

export const metadata: Metadata = { title: "Gift shop" };

export default async function GiftShopPage({
  searchParams,
}: {
  /** `book` is the photo book to order. */
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return <GrownUpsOnly>Ask one of them for a gift: they can order it for the family.</GrownUpsOnly>;
  }
  const { gifts: isOpen } = await getOffers();
  if (!isOpen && !actor.isAdmin) return <ShopClosed />;
  const { paid, unpaid, book: bookId } = await searchParams;
  const [shop, orders, samples, money, book] = await Promise.all([
    getGiftShop(actor),
    listGiftOrders(actor),
    listGiftSamples(actor),
    readPageMoney(),
    typeof bookId === "string" ? getOrderableBook(actor, bookId) : null,
  ]);
  const returned =
    typeof paid === "string"
      ? { orderId: paid, cameFrom: "paid" as const }
      : typeof unpaid === "string"
        ? { orderId: unpaid, cameFrom: "unpaid" as const }
        : null;
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [giftShopKey, shop],
        [giftOrdersKey, orders],
      ])}
    >
      <GiftShopView samples={samples} money={money} returned={returned} book={book} />
    </HydrationBoundary>
  );
}
