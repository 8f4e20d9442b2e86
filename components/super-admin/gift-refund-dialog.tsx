"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useMoney } from "@/components/ui/use-money";
import { operatorGiftOrdersKey, requestGiftRefund } from "@/lib/features/gifts/queries";
import type { OperatorGiftOrderDto } from "@/lib/features/gifts/schema";
import { errorMessage } from "@/lib/http/api-error";

/** Asks before a paid gift order is cancelled and refunded, or its refund is tried again. */
export function GiftRefundDialog({ order, onClose }: { order: OperatorGiftOrderDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { pounds } = useMoney();
  const { number, total, fromBalance } = order;
  const isAgain = order.status === "cancelled";
  const card = total - fromBalance;
  const parts = [
    ...(card > 0 ? [`${pounds(card)} goes back to the card`] : []),
    ...(fromBalance > 0 ? [`${pounds(fromBalance)} to the customer's balance`] : []),
  ];

  async function cancel() {
    setIsBusy(true);
    try {
      const saved = await requestGiftRefund(order.id);
      queryClient.setQueryData<OperatorGiftOrderDto[]>(operatorGiftOrdersKey, (orders) =>
        orders?.map((one) => (one.id === saved.id ? saved : one)),
      );
      toast({ title: isAgain ? "The refund is under way" : `Gift order ${number} is cancelled` });
    } catch (error) {
      toast({
        title: `Gift order ${number} could not be ${isAgain ? "refunded" : "cancelled"}`,
        description: errorMessage(error, "Please try again."),
        variant: "danger",
      });
      void queryClient.invalidateQueries({ queryKey: operatorGiftOrdersKey });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isAgain ? `Refund gift order ${number} again?` : `Cancel gift order ${number}?`}
      description={
        isAgain
          ? `${pounds(card)} is still owed to the card.`
          : `${parts.join(", and ")}. The customer gets an email.`
      }
      confirmLabel={isAgain ? "Try again" : "Cancel and refund"}
      cancelLabel={isAgain ? "Not now" : "Keep it"}
      isBusy={isBusy}
      onConfirm={() => void cancel()}
    />
  );
}
