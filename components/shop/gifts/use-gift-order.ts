import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { toast } from "@/components/ui/toast";
import { randomKey } from "@/lib/shared/random-key";
import {
  createGiftOrder,
  giftOrdersKey,
  giftShopKey,
  type NewGiftOrder,
} from "@/lib/shop/gifts/client/queries";

/** Orders a gift and leads to its payment, if one is due. */
export function useGiftOrder(onPlaced: () => void) {
  const queryClient = useQueryClient();
  // Reused until the order is placed, so that a retry after a lost answer doesn't place a second one.
  const key = useRef<{ content: string; key: string } | null>(null);

  return useAction(
    async (gift: NewGiftOrder) => {
      const content = JSON.stringify(gift);
      if (key.current?.content !== content) key.current = { content, key: randomKey() };
      const { checkoutUrl, number } = await createGiftOrder(gift, key.current.key);
      key.current = null;
      if (checkoutUrl) {
        window.location.assign(checkoutUrl);
        return leavingPage;
      }
      void queryClient.invalidateQueries({ queryKey: giftOrdersKey });
      void queryClient.invalidateQueries({ queryKey: giftShopKey });
      toast({
        title: "Your order is placed",
        description: `Gift order ${number} is paid from your balance.`,
      });
      onPlaced();
    },
    { fallback: "The order could not be placed. Please try again.", fields: ["giftEmail"] },
  );
}
