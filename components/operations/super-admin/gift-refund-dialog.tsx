"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useMoney } from "@/components/ui/use-money";
import {
  operatorGiftOrdersKey,
  refundGiftOrder,
  replaceOperatorGiftOrder,
} from "@/lib/shop/gifts/client/queries";
import type { OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";

/** Confirms cancelling and refunding a paid gift order, or retrying its refund. */
export function GiftRefundDialog({ order, onClose }: { order: OperatorGiftOrderDto; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { pounds } = useMoney();
  const { number, total, fromBalance } = order;
  const isAgain = order.status === "cancelled";
  const card = total - fromBalance;
  const parts = [
    ...(card > 0 ? [`${pounds(card)} goes back to the card`] : []),
    ...(fromBalance > 0 ? [`${pounds(fromBalance)} to the customer's balance`] : []),
  ];

  const { run, isBusy } = useAction(
    async () => {
      replaceOperatorGiftOrder(queryClient, await refundGiftOrder(order.id));
      toast({ title: isAgain ? "The refund is under way" : `Gift order ${number} is cancelled` });
    },
    {
      failureTitle: `Gift order ${number} could not be ${isAgain ? "refunded" : "cancelled"}`,
      onFailure: () => void queryClient.invalidateQueries({ queryKey: operatorGiftOrdersKey }),
      onSettled: onClose,
    },
  );

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
      onConfirm={() => void run()}
    />
  );
}
