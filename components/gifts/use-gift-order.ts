import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "@/components/ui/toast";
import {
  giftOrdersKey,
  giftShopKey,
  type NewGiftOrder,
  requestGiftOrder,
} from "@/lib/features/gifts/queries";
import { ApiError, errorMessage } from "@/lib/http/api-error";
import { randomKey } from "@/lib/shared/random-key";

/** Orders a gift and leads to its payment, where one is due. */
export function useGiftOrder(onPlaced: () => void) {
  const queryClient = useQueryClient();
  const [fault, setFault] = useState<{ field: string | undefined; message: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Pressed again after a lost answer, it is the same order.
  const key = useRef<{ content: string; key: string } | null>(null);

  async function order(gift: NewGiftOrder) {
    if (isBusy) return;
    setFault(null);
    setIsBusy(true);
    const content = JSON.stringify(gift);
    if (key.current?.content !== content) key.current = { content, key: randomKey() };
    try {
      const { checkoutUrl, number } = await requestGiftOrder(gift, key.current.key);
      key.current = null;
      if (checkoutUrl) {
        window.location.assign(checkoutUrl);
        return;
      }
      void queryClient.invalidateQueries({ queryKey: giftOrdersKey });
      void queryClient.invalidateQueries({ queryKey: giftShopKey });
      toast({
        title: "Your order is placed",
        description: `Gift order ${number} is paid from your balance.`,
      });
      onPlaced();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      setFault({ field, message: errorMessage(error, "The order could not be placed. Please try again.") });
    }
    setIsBusy(false);
  }

  return { order, fault, isBusy };
}
