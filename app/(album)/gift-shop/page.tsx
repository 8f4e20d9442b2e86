import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { GiftShopView } from "@/components/gifts/gift-shop-view";
import { GrownUpsOnly } from "@/components/prints/grown-ups-only";
import { getPageSettings, requirePageActor } from "@/lib/auth/page-actor";
import { getGiftShop, listGiftOrders } from "@/lib/features/gifts/order-service";
import { giftOrdersKey, giftShopKey } from "@/lib/features/gifts/queries";
import { listGiftSamples } from "@/lib/features/gifts/samples-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { guessCurrency } from "@/lib/shared/currency";

export const metadata: Metadata = { title: "Gift shop" };

export default async function GiftShopPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return <GrownUpsOnly>Ask one of them for a gift: they order it for the family.</GrownUpsOnly>;
  }
  const [shop, orders, samples, settings, sent, { paid, unpaid }] = await Promise.all([
    getGiftShop(actor),
    listGiftOrders(actor),
    listGiftSamples(actor),
    getPageSettings(),
    headers(),
    searchParams,
  ]);
  const [browserLocale] = (sent.get("accept-language") ?? "").split(/[,;]/);
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
      <GiftShopView
        samples={samples}
        money={{ currency: settings.currency ?? guessCurrency(browserLocale), locale: settings.locale }}
        returned={returned}
      />
    </HydrationBoundary>
  );
}
