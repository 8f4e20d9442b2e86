"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { GiftMockup } from "@/components/shop/gifts/gift-mockup";
import { describeGiftStatus, GiftStatusBadge } from "@/components/shop/gifts/gift-status";
import { TrackingLink } from "@/components/shop/prints/tracking-link";
import { VoucherCode } from "@/components/shop/vouchers/voucher-code";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LocalDate } from "@/components/ui/local-date";
import { toast } from "@/components/ui/toast";
import { useMoney } from "@/components/ui/use-money";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import { findGift, giftRatio, giftSizeLabel } from "@/lib/shared/gift-products";
import { cancelGiftOrder, giftOrdersKey, giftShopKey } from "@/lib/shop/gifts/client/queries";
import { giftName } from "@/lib/shop/gifts/gift-name";
import type { GiftOrderDto } from "@/lib/shop/gifts/schema";

/** One of the person's gift orders: its content, its progress, and the actions on it. */
export function GiftOrderCard({ order }: { order: GiftOrderDto }) {
  const queryClient = useQueryClient();
  const { pounds, locale } = useMoney();
  const { id, number, status, quantity, total, fromBalance, orderedAt, checkoutUrl, code, giftEmail } = order;
  const gift = findGift(order.product, order.size);
  const heading = `gift-order-${id}`;
  const shown = order.pictures.flatMap(({ mediaId, crop }) =>
    mediaId ? [{ src: mediumUrl({ id: mediaId }), crop }] : [],
  );
  const isCard = order.product === "gift-card";

  const cancel = useAction(
    async () => {
      await cancelGiftOrder(id);
      toast({ title: `Gift order ${number} is cancelled` });
    },
    {
      failureTitle: "The order could not be cancelled",
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: giftShopKey });
        return queryClient.invalidateQueries({ queryKey: giftOrdersKey });
      },
    },
  );

  return (
    <Card aria-labelledby={heading} className="grid gap-4 p-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      {gift && (
        <GiftMockup
          product={gift.product.id}
          ratio={giftRatio(gift.product, gift.size, false)}
          pictures={shown.slice(0, 2)}
          worth={isCard ? giftSizeLabel(gift.size, locale) : undefined}
          className="self-start max-sm:max-w-60"
        />
      )}
      <div className="grid content-start gap-2.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <div>
            <h3 id={heading} className="text-step-0 font-semibold">
              Gift order {number}
            </h3>
            <p>
              {quantity > 1 && `${quantity} × `}
              {giftName(order, locale)}
              {order.bookPages !== null && `, ${order.bookPages} pages`}
            </p>
          </div>
          <GiftStatusBadge status={status} />
        </div>
        <p className="text-step--1 text-ink-soft">
          {pounds(total)}
          {fromBalance > 0 && `, ${fromBalance === total ? "all" : pounds(fromBalance)} from your balance`},
          ordered on <LocalDate iso={orderedAt} />
        </p>
        {isCard && status === "delivered" ? (
          <p>{giftEmail ? `The code was emailed to ${giftEmail}.` : "Here's its code."}</p>
        ) : (
          <p>{describeGiftStatus(order)}</p>
        )}
        {code && <VoucherCode code={code} />}
        {order.shippingAddress && (
          <p className="text-step--1 text-ink-soft wrap-anywhere">
            Delivery address: {order.shippingAddress}
          </p>
        )}
        {order.trackingUrl && status !== "cancelled" && (
          <TrackingLink url={order.trackingUrl} number={number} />
        )}
        {status === "awaiting_payment" && (
          <div className="flex flex-wrap gap-2.5">
            {checkoutUrl && (
              <a href={checkoutUrl} className={buttonClasses({ size: "small" })}>
                Pay {pounds(total - fromBalance)}
              </a>
            )}
            <Button variant="ghost" size="small" isBusy={cancel.isBusy} onClick={() => void cancel.run()}>
              Cancel order
              <span className="sr-only"> {number}</span>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
