"use client";

import { RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { useCanOrder } from "@/components/session/use-may-order";
import { useUndoOrder } from "@/components/shop/basket/use-undo-order";
import { OrderPictures } from "@/components/shop/prints/order-pictures";
import { OrderStatusBadge, orderStatusTexts } from "@/components/shop/prints/order-status";
import { TrackingLink } from "@/components/shop/prints/tracking-link";
import { useReorder } from "@/components/shop/prints/use-reorder";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LocalDate } from "@/components/ui/local-date";
import { counted } from "@/lib/shared/counted";
import type { PrintOrderDto } from "@/lib/shop/prints/schema";

const CancelOrderDialog = fetchedPart(
  async () => (await import("@/components/shop/prints/cancel-order-dialog")).CancelOrderDialog,
);

/** One of the person's orders: its progress, contents and shipping address, and the actions on it. */
export function OrderCard({ order }: { order: PrintOrderDto }) {
  const reorder = useReorder(order.id);
  const [isAsking, setIsAsking] = useState(false);
  const { number, status, placedAt, printCount, items, shippingAddress, trackingUrl, isImported } = order;
  const heading = `order-${order.id}`;
  const mayOrder = useCanOrder();
  const isUndoable = useIsUndoable(order);
  const undo = useUndoOrder();
  const undoing = useAction(() => undo(order.id));

  return (
    <Card aria-labelledby={heading} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id={heading} className="text-step-1">
            Order {number}
          </h2>
          <p className="text-step--1 text-ink-soft">
            {counted(printCount, "print")}, ordered on <LocalDate iso={placedAt} />
          </p>
        </div>
        <OrderStatusBadge status={status} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5">
        <p>{orderStatusTexts[status].means}</p>
        {trackingUrl && status !== "cancelled" && <TrackingLink url={trackingUrl} number={number} />}
      </div>
      <OrderPictures items={items} shownAtFirst={9} />
      <dl className="text-step--1">
        <dt className="text-ink-soft">{isImported ? "Where it was ordered" : "Delivery address"}</dt>
        <dd className="wrap-anywhere">
          {isImported ? "Placed in another album and imported from there." : shippingAddress}
        </dd>
      </dl>
      <div className="flex flex-wrap gap-2.5">
        {mayOrder && (
          <Button variant="secondary" size="small" isBusy={reorder.isBusy} onClick={() => void reorder.run()}>
            <RotateCcw aria-hidden="true" />
            Order again
            <span className="sr-only"> (order {number})</span>
          </Button>
        )}
        {isUndoable && (
          <Button size="small" isBusy={undoing.isBusy} onClick={() => void undoing.run()}>
            <Undo2 aria-hidden="true" />
            Undo
            <span className="sr-only"> order {number}</span>
          </Button>
        )}
        {status === "placed" && !isUndoable && !isImported && (
          <Button variant="ghost" size="small" onClick={() => setIsAsking(true)}>
            Cancel order
            <span className="sr-only"> {number}</span>
          </Button>
        )}
      </div>
      {isAsking && <CancelOrderDialog order={order} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

/** Whether the order is still in its first seconds, counted from the server's answer. */
function useIsUndoable({ undoMs }: PrintOrderDto): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    setIsOver(false);
    const timer = setTimeout(() => setIsOver(true), undoMs);
    return () => clearTimeout(timer);
  }, [undoMs]);
  return undoMs > 0 && !isOver;
}
