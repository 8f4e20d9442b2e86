"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { cancelPrintOrder, invalidatePrints } from "@/lib/shop/prints/client/order-queries";
import { printOrdersKey } from "@/lib/shop/prints/client/queries";
import type { PrintOrderDto } from "@/lib/shop/prints/schema";

/** Confirms cancelling an order that has only been placed. */
export function CancelOrderDialog({ order, onClose }: { order: PrintOrderDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { run, isBusy } = useAction(
    async () => {
      const cancelled = await cancelPrintOrder(order.id);
      queryClient.setQueryData<PrintOrderDto[]>(printOrdersKey, (orders) =>
        orders?.map((one) => (one.id === cancelled.id ? cancelled : one)),
      );
      toast({ title: `Order ${order.number} is cancelled`, description: "You get the prints back." });
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
      description="It will not be printed. If it's this month's order, you can use the prints again until the end of the month."
      confirmLabel="Cancel order"
      cancelLabel="Keep it"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
