"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { GiftDesigner } from "@/components/shop/gifts/gift-designer";
import type { MockPicture } from "@/components/shop/gifts/gift-mockup";
import { GiftOrderCard } from "@/components/shop/gifts/gift-order-card";
import { GiftProductList } from "@/components/shop/gifts/gift-product-list";
import { PaymentNote } from "@/components/shop/gifts/payment-note";
import type { LaidOutBook } from "@/components/shop/gifts/use-gift-design";
import { RedeemForm } from "@/components/shop/vouchers/redeem-form";
import { Card, CardHeader } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { poundsText, type ShownMoney } from "@/lib/shared/currency";
import { giftProducts } from "@/lib/shared/gift-products";
import { giftOrdersOptions, giftShopOptions } from "@/lib/shop/gifts/client/queries";

export interface GiftShopViewProps {
  samples: readonly MockPicture[];
  money: ShownMoney;
  /** The order whose payment page the person has just left. */
  returned: { orderId: string; cameFrom: "paid" | "unpaid" } | null;
  /** The photo book to order. */
  book?: LaidOutBook | null;
}

/** /gift-shop: the products, designing one, and earlier orders. */
export function GiftShopView({ samples, money, returned, book = null }: GiftShopViewProps) {
  const [product, setProduct] = useState(
    giftProducts.find(({ id }) => book !== null && id === "photo-book") ?? null,
  );
  const [ordered, setOrdered] = useState(book);
  const [isPaid, setIsPaid] = useState(returned?.cameFrom !== "paid");
  const { data: shop } = useQuery(giftShopOptions());
  const { data: orders } = useQuery(giftOrdersOptions(!isPaid));
  const balance = shop?.balance ?? 0;
  const back = returned && orders?.find(({ id }) => id === returned.orderId);
  if (!isPaid && back && back.status !== "awaiting_payment") setIsPaid(true);

  function leave() {
    setProduct(null);
    setOrdered(null);
    window.scrollTo({ top: 0 });
  }

  if (product) {
    return (
      <GiftDesigner
        key={product.id}
        product={product}
        book={ordered}
        samples={samples}
        balance={balance}
        isPaymentConfigured={shop?.isPaymentConfigured ?? false}
        money={money}
        onBack={leave}
        onPlaced={leave}
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Gift shop"
        lead="Your family's photos, to hold, to hang, to drink from, or to give."
      />
      {back && <PaymentNote order={back} cameFrom={returned.cameFrom} />}
      {shop && !shop.isPaymentConfigured && (
        <p className="mb-6 rounded-2xl bg-honey-soft px-5 py-4">
          Card payments aren't set up, so only admins see this page. To open the shop, the person who runs
          this server sets <code>STRIPE_SECRET_KEY</code> and <code>STRIPE_WEBHOOK_SECRET</code>.{" "}
          <Link href="/admin/stripe-settings" className="text-link">
            Card payments
          </Link>
        </p>
      )}
      <GiftProductList
        samples={samples}
        money={money}
        onChoose={(chosen) => {
          setProduct(chosen);
          window.scrollTo({ top: 0 });
        }}
      >
        <Card aria-labelledby="gift-balance" className="flex flex-col">
          <CardHeader
            id="gift-balance"
            title="Your balance"
            action={<strong className="font-display text-step-1">{poundsText(balance, money.locale)}</strong>}
          />
          <p className="mb-4 text-ink-soft">
            Gift cards and vouchers are added to your balance, which pays for your next gifts. You keep what's
            left.
          </p>
          <div className="mt-auto">
            <RedeemForm label="Voucher or gift card" />
          </div>
        </Card>
      </GiftProductList>
      <section aria-labelledby="gift-orders" className="mt-8">
        <h2 id="gift-orders" className="mb-3">
          Your gift orders
        </h2>
        {orders && orders.length > 0 ? (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:items-start">
            {orders.map((order) => (
              <li key={order.id}>
                <GiftOrderCard order={order} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">
            Nothing yet. Choose a gift above, and you can follow your order here.
          </p>
        )}
      </section>
    </>
  );
}
