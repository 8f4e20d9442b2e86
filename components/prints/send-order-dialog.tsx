"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { familyPrintOrdersKey, requestSendOrder } from "@/lib/features/prints/order-queries";
import type { AdminPrintOrderDto } from "@/lib/features/prints/schema";
import { errorMessage } from "@/lib/http/api-error";

/** Asks before an order goes to a lab that is paid for it. */
export function SendOrderDialog({ order, onClose }: { order: AdminPrintOrderDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);

  async function send() {
    setIsBusy(true);
    try {
      const saved = await requestSendOrder(order.id, "prodigi");
      queryClient.setQueryData<AdminPrintOrderDto[]>(familyPrintOrdersKey, (orders) =>
        orders?.map((one) => (one.id === saved.id ? saved : one)),
      );
      toast({
        title: `Order ${order.number} goes to Prodigi`,
        description: "Its status updates automatically.",
      });
    } catch (error) {
      toast({
        title: `Order ${order.number} could not be sent`,
        description: errorMessage(error, "Please try again."),
        variant: "danger",
      });
      void queryClient.invalidateQueries({ queryKey: familyPrintOrdersKey });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Send order ${order.number} to Prodigi?`}
      description="Prodigi gets the photos, the address and the phone number, makes the prints and sends them. It charges the account of the person who runs this server."
      confirmLabel="Send to Prodigi"
      cancelLabel="Not yet"
      variant="primary"
      isBusy={isBusy}
      onConfirm={() => void send()}
    />
  );
}
