"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { cancelPrintOrder, invalidatePrints } from "@/lib/shop/prints/client/order-queries";
import { printOrdersKey } from "@/lib/shop/prints/client/queries";
import { isOfThisMonth, returnedPrintsText } from "@/lib/shop/prints/returned-prints";
import type { PrintOrderDto } from "@/lib/shop/prints/schema";

/** Confirms cancelling an order that has only been placed. */
export function CancelOrderDialog({ order, onClose }: { order: PrintOrderDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const placedAt = new Date(order.placedAt);
  const { run, isBusy } = useAction(
    async () => {
      const cancelled = await cancelPrintOrder(order.id);
      queryClient.setQueryData<PrintOrderDto[]>(printOrdersKey, (orders) =>
        orders?.map((one) => (one.id === cancelled.id ? cancelled : one)),
      );
      toast({ title: `Order ${order.number} is cancelled`, description: returnedPrintsText(placedAt) });
      await invalidatePrints(queryClient);
      // The banner under the header counts the free prints.
      router.refresh();
    },
    {
      failureTitle: `Order ${order.number} could not be cancelled`,
      // It may have been accepted since.
      onFailure: () => void queryClient.invalidateQueries({ queryKey: printOrdersKey }),
      onSettled: onClose,
    },
  );

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Cancel order ${order.number}?`}
      description={`It will not be printed. ${
        isOfThisMonth(placedAt)
          ? "You can use the prints again until the end of the month."
          : returnedPrintsText(placedAt)
      }`}
      confirmLabel="Cancel order"
      cancelLabel="Keep it"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
