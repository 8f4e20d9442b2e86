"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { GiftStatusBadge, giftStatusWords } from "@/components/gifts/gift-status";
import { LocalDate } from "@/components/media/local-date";
import { TrackingLink } from "@/components/prints/tracking-link";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { Select } from "@/components/ui/select";
import { giftSteps } from "@/lib/features/gifts/gift-steps";
import { familyGiftOrdersOptions, giftPackageUrl } from "@/lib/features/gifts/queries";
import type { AdminGiftOrderDto, GiftOrderStatusName } from "@/lib/features/gifts/schema";
import { thumbnailUrl } from "@/lib/features/media/picture-urls";
import { counted } from "@/lib/shared/counted";
import { findGift } from "@/lib/shared/gift-products";

const GiftStepDialog = fetchedPart(
  async () => (await import("@/components/gifts/gift-step-dialog")).GiftStepDialog,
);

/** The family's paid gift orders, for the admin who has them made; nothing while there are none. */
export function FamilyGiftOrders() {
  const { data: orders } = useQuery(familyGiftOrdersOptions());
  if (!orders || orders.length === 0) return null;
  return (
    <Card aria-labelledby="family-gift-orders">
      <CardHeader id="family-gift-orders" title="Gift orders" />
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <GiftOrderRow key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  );
}

function GiftOrderRow({ order }: { order: AdminGiftOrderDto }) {
  const [step, setStep] = useState<GiftOrderStatusName | null>(null);
  const { id, number, quantity, status, orderedBy, orderedAt, pictures, shippingAddress, trackingUrl } =
    order;
  const gift = findGift(order.product, order.size);
  const [first] = pictures;
  const steps = giftSteps[status];
  return (
    <li className="grid gap-x-5 gap-y-3 py-4 first:pt-0 last:pb-0 md:grid-cols-[4.5rem_minmax(0,1fr)_15rem]">
      <span className="size-18 overflow-hidden rounded-xl border border-line bg-sunk max-md:hidden">
        {first?.mediaId && (
          <img
            src={thumbnailUrl({ id: first.mediaId, mediaType: "image" })}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="min-w-0">
        <h3 className="text-step-0 font-semibold">Gift order {number}</h3>
        <p>
          {quantity} × {gift ? `${gift.product.name}, ${gift.size.label}` : order.product}
          {pictures.length > 1 && `, ${counted(pictures.length, "picture")}`}
        </p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          {orderedBy?.displayName ?? "Somebody who left"}, <LocalDate iso={orderedAt} isRelative />. Goes to{" "}
          {shippingAddress}.
        </p>
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
                {giftStatusWords[one].label}
              </option>
            ))}
          </Select>
        ) : (
          <GiftStatusBadge status={status} />
        )}
        <a
          href={giftPackageUrl(id)}
          download
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          <Download aria-hidden="true" />
          Files for the lab
          <span className="sr-only"> of gift order {number}</span>
        </a>
        {trackingUrl && <TrackingLink url={trackingUrl} number={number} />}
      </div>
      {step && <GiftStepDialog order={order} step={step} onClose={() => setStep(null)} />}
    </li>
  );
}
