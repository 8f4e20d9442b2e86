"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { GiftStatusBadge, giftStatusTexts } from "@/components/shop/gifts/gift-status";
import { TrackingLink } from "@/components/shop/prints/tracking-link";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LocalDate } from "@/components/ui/local-date";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useMoney } from "@/components/ui/use-money";
import { counted } from "@/lib/shared/counted";
import { giftPackageUrl, operatorGiftOrdersOptions } from "@/lib/shop/gifts/client/queries";
import { giftName } from "@/lib/shop/gifts/gift-name";
import { giftSteps } from "@/lib/shop/gifts/gift-steps";
import type { GiftOrderStatusName, OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";

const GiftStepDialog = fetchedPart(
  async () => (await import("@/components/operations/super-admin/gift-step-dialog")).GiftStepDialog,
);
const GiftRefundDialog = fetchedPart(
  async () => (await import("@/components/operations/super-admin/gift-refund-dialog")).GiftRefundDialog,
);

/** The installation's paid gift orders, for the operator who has them made. */
export function GiftOrdersPanel() {
  const { data: orders, isPending, isFetching, refetch } = useQuery(operatorGiftOrdersOptions());
  if (isPending) return <Skeleton className="h-64" />;
  if (!orders) return <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  if (orders.length === 0) {
    return (
      <EmptyState title="No gift orders yet">
        Gifts that families have paid for are listed here, with their addresses and the files for the lab.
      </EmptyState>
    );
  }
  return (
    <Card aria-labelledby="gift-orders">
      <CardHeader id="gift-orders" title="Gift orders" />
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <GiftOrderRow key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  );
}

const refundText: Record<OperatorGiftOrderDto["refund"], string> = {
  none: "",
  underWay: "The refund to the card is under way.",
  failing: "The refund to the card hasn't worked yet.",
  done: "The card was refunded.",
};

function GiftOrderRow({ order }: { order: OperatorGiftOrderDto }) {
  const [step, setStep] = useState<GiftOrderStatusName | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const { pounds, locale } = useMoney();
  const { id, number, quantity, status, orderedBy, orderedAt, shippingAddress, trackingUrl, refund } = order;
  const steps = giftSteps[status];
  const isCancellable = status === "placed" || status === "in_production";
  return (
    <li className="grid gap-x-5 gap-y-3 py-4 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <h3 className="text-step-0 font-semibold">Gift order {number}</h3>
        <p>
          {quantity} × {giftName(order, locale)}
          {order.pictureCount > 1 && `, ${counted(order.pictureCount, "photo")}`}
        </p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          {orderedBy?.username ?? "A deleted account"} of {order.familyName},{" "}
          <LocalDate iso={orderedAt} isRelative />. Deliver to {shippingAddress}.
        </p>
        <p className="text-step--1 text-ink-soft">
          {pounds(order.total)}
          {order.fromBalance > 0 && `, ${pounds(order.fromBalance)} of it from a balance`}
        </p>
        {refund !== "none" && (
          <p className="mt-1 text-step--1 wrap-anywhere">
            {refundText[refund]} {order.refundError && <strong>{order.refundError}</strong>}
          </p>
        )}
      </div>
      <div className="grid content-start justify-items-start gap-2">
        {steps.length > 0 ? (
          <Select
            className="w-full max-w-56"
            aria-label={`Status of gift order ${number}`}
            value={status}
            onChange={({ target }) => setStep(target.value as GiftOrderStatusName)}
          >
            {[status, ...steps].map((one) => (
              <option key={one} value={one}>
                {giftStatusTexts[one].label}
              </option>
            ))}
          </Select>
        ) : (
          <GiftStatusBadge status={status} />
        )}
        {status !== "cancelled" && (
          <a
            href={giftPackageUrl(id)}
            download
            className={buttonClasses({ variant: "secondary", size: "small" })}
          >
            <Download aria-hidden="true" />
            Files for the lab
            <span className="sr-only"> of gift order {number}</span>
          </a>
        )}
        {(isCancellable || refund === "failing") && (
          <Button variant="ghost" size="small" onClick={() => setIsCancelling(true)}>
            {isCancellable ? "Cancel and refund" : "Try the refund again"}
            <span className="sr-only"> (gift order {number})</span>
          </Button>
        )}
        {trackingUrl && <TrackingLink url={trackingUrl} number={number} />}
      </div>
      {step && <GiftStepDialog order={order} step={step} onClose={() => setStep(null)} />}
      {isCancelling && <GiftRefundDialog order={order} onClose={() => setIsCancelling(false)} />}
    </li>
  );
}
