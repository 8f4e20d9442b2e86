import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toastFailure } from "@/components/forms/toast-failure";
import { openBasket } from "@/components/shop/basket/basket-controller";
import { toast } from "@/components/ui/toast";
import { undoPrintOrder } from "@/lib/shop/prints/client/order-queries";
import { basketKey, printOrdersKey, quotaKey } from "@/lib/shop/prints/client/queries";
import type { BasketItemDto, PrintOrderDto } from "@/lib/shop/prints/schema";

/** Cancels an order in its first 30 seconds; also from a toast that outlives its page. */
export function useUndoOrder(): (orderId: string) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (orderId) => {
    try {
      const { items } = await undoPrintOrder(orderId);
      await queryClient.cancelQueries({ queryKey: basketKey });
      queryClient.setQueryData<BasketItemDto[]>(basketKey, items);
      queryClient.setQueryData<PrintOrderDto[] | null>(printOrdersKey, (orders) =>
        orders?.filter(({ id }) => id !== orderId),
      );
      void queryClient.invalidateQueries({ queryKey: quotaKey });
      toast({
        title: "Your order was undone",
        description: "Everything is back in your basket.",
        action: { label: "Open basket", onSelect: openBasket },
      });
      router.refresh();
    } catch (error) {
      toastFailure("The order could not be undone", error);
    }
    void queryClient.invalidateQueries({ queryKey: printOrdersKey });
  };
}
