"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import {
  familyPrintOrdersKey,
  replaceFamilyOrder,
  sendPrintOrder,
} from "@/lib/shop/prints/client/order-queries";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";

/** Confirms sending an order to a lab, which charges for it. */
export function SendOrderDialog({ order, onClose }: { order: AdminPrintOrderDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(
    async () => {
      replaceFamilyOrder(queryClient, await sendPrintOrder(order.id, "prodigi"));
      toast({
        title: `Order ${order.number} goes to Prodigi`,
        description: "Its status updates automatically.",
      });
    },
    {
      failureTitle: `Order ${order.number} could not be sent`,
      onFailure: () => void queryClient.invalidateQueries({ queryKey: familyPrintOrdersKey }),
      onSettled: onClose,
    },
  );

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Send order ${order.number} to Prodigi?`}
      description="Prodigi receives the photos, the address and the phone number, then makes and sends the prints. It charges the account of the person who runs this server."
      confirmLabel="Send to Prodigi"
      cancelLabel="Not yet"
      variant="primary"
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  );
}
