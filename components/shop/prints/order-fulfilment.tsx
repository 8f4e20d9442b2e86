"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Link2, RefreshCw, Send } from "lucide-react";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { toast } from "@/components/ui/toast";
import { megabytes } from "@/lib/shared/megabytes";
import { packagePath, replaceFamilyOrder, sendPrintOrder } from "@/lib/shop/prints/client/order-queries";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";

const PackageLinkDialog = fetchedPart(
  async () => (await import("@/components/shop/prints/package-link-dialog")).PackageLinkDialog,
);
const SendOrderDialog = fetchedPart(
  async () => (await import("@/components/shop/prints/send-order-dialog")).SendOrderDialog,
);

/** Gets an order to the printer: through its package, a link to it, or an external lab. */
export function OrderFulfilment({ order, canSend }: { order: AdminPrintOrderDto; canSend: boolean }) {
  const [opened, setOpened] = useState<"link" | "send" | null>(null);
  const { id, number, status, fulfilment } = order;
  if (order.isImported) {
    return (
      <p className="mt-3 text-step--1 text-ink-soft">Placed in another album and imported from there.</p>
    );
  }
  if (status === "cancelled") return null;
  const { packageBytes, sendState } = fulfilment;
  const isOpen = status === "placed" && sendState !== "sending" && sendState !== "sent";
  const close = () => setOpened(null);
  return (
    <div className="mt-3 grid gap-2">
      <OrderTroubles order={order} />
      <div className="flex flex-wrap gap-2">
        <a href={packagePath(id)} download className={buttonClasses({ variant: "secondary", size: "small" })}>
          <Download aria-hidden="true" />
          Download package
          <span className="sr-only"> of order {number}</span>
          {packageBytes !== null && (
            <span className="font-normal text-ink-soft">{megabytes(packageBytes)}</span>
          )}
        </a>
        <Button variant="ghost" size="small" onClick={() => setOpened("link")}>
          <Link2 aria-hidden="true" />
          Link for the lab
          <span className="sr-only"> (order {number})</span>
        </Button>
        {canSend && isOpen && (
          <Button variant="ghost" size="small" onClick={() => setOpened("send")}>
            <Send aria-hidden="true" />
            Send to Prodigi
            <span className="sr-only"> (order {number})</span>
          </Button>
        )}
      </div>
      {opened === "link" && <PackageLinkDialog order={order} onClose={close} />}
      {opened === "send" && <SendOrderDialog order={order} onClose={close} />}
    </div>
  );
}

const sendStateTexts: Partial<Record<AdminPrintOrderDto["fulfilment"]["sendState"], string>> = {
  queued: "It goes to Prodigi automatically. You can cancel it until then.",
  sending: "It's being sent to Prodigi.",
  sent: "Prodigi is making this order.",
  failed: "It could not be sent to Prodigi.",
};

/** The order's state, and what is blocking it. */
function OrderTroubles({ order }: { order: AdminPrintOrderDto }) {
  const { sendState, sendError, problems } = order.fulfilment;
  const text = sendStateTexts[sendState];
  return (
    <>
      {text && (
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          {text} {sendError && <strong className="font-semibold text-ink">{sendError}</strong>}
        </p>
      )}
      {problems.length > 0 && (
        <div className="rounded-xl bg-accent-soft px-3 py-2 text-step--1">
          <p className="font-semibold">Not in the package:</p>
          <ul>
            {problems.map(({ pictureId, fileName, reason }) => (
              <li key={pictureId} className="wrap-anywhere">
                {fileName}: {reason}
              </li>
            ))}
          </ul>
          <RemakePackage order={order} />
        </div>
      )}
    </>
  );
}

/** Rebuilds the package, for example when a picture is back from the trash. */
function RemakePackage({ order }: { order: AdminPrintOrderDto }) {
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(
    async () => {
      replaceFamilyOrder(queryClient, await sendPrintOrder(order.id, "professional-print-lab"));
      toast({ title: "The package is being rebuilt", description: "It will appear here shortly." });
    },
    { failureTitle: "It could not be rebuilt" },
  );

  return (
    <Button variant="ghost" size="small" className="-ml-3" isBusy={isBusy} onClick={() => void run()}>
      <RefreshCw aria-hidden="true" />
      Rebuild it
      <span className="sr-only"> (the package of order {order.number})</span>
    </Button>
  );
}
