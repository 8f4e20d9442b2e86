"use client";

import { Link2 } from "lucide-react";
import { useState } from "react";
import { OrderStatusBadge, orderStatusTexts } from "@/components/shop/prints/order-status";
import { TrackingLink } from "@/components/shop/prints/tracking-link";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { Select } from "@/components/ui/select";
import { orderSteps } from "@/lib/shop/prints/order-steps";
import type { AdminPrintOrderDto, PrintOrderStatusName } from "@/lib/shop/prints/schema";

const OrderChangeDialog = fetchedPart(
  async () => (await import("@/components/shop/prints/order-change-dialog")).OrderChangeDialog,
);

/** An order's progress, the possible next steps, and its tracking link. */
export function OrderStepSelect({ order }: { order: AdminPrintOrderDto }) {
  const [opened, setOpened] = useState<{ step: PrintOrderStatusName | null } | null>(null);
  const { number, status, trackingUrl } = order;
  if (order.isImported) return <OrderStatusBadge status={status} />;
  const steps = orderSteps[status];
  return (
    <div className="grid justify-items-start gap-1.5">
      {steps.length > 0 ? (
        <Select
          className="w-full max-w-56"
          aria-label={`Status of order ${number}`}
          value={status}
          onChange={(event) => setOpened({ step: event.target.value as PrintOrderStatusName })}
        >
          {[status, ...steps].map((one) => (
            <option key={one} value={one}>
              {orderStatusTexts[one].label}
            </option>
          ))}
        </Select>
      ) : (
        <OrderStatusBadge status={status} />
      )}
      {status !== "cancelled" && (
        <div className="flex flex-wrap items-center gap-x-3">
          {trackingUrl && <TrackingLink url={trackingUrl} number={number} />}
          <Button variant="ghost" size="small" className="-ml-3" onClick={() => setOpened({ step: null })}>
            {!trackingUrl && <Link2 aria-hidden="true" />}
            {trackingUrl ? "Change" : "Add tracking link"}
            <span className="sr-only">
              {trackingUrl ? " the tracking link of" : " to"} order {number}
            </span>
          </Button>
        </div>
      )}
      {opened && <OrderChangeDialog order={order} step={opened.step} onClose={() => setOpened(null)} />}
    </div>
  );
}
