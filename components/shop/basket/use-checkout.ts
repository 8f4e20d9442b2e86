import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { closeBasket } from "@/components/shop/basket/basket-controller";
import { useBasketCache } from "@/components/shop/basket/use-basket-cache";
import { useUndoOrder } from "@/components/shop/basket/use-undo-order";
import { toast } from "@/components/ui/toast";
import { ApiError, retryUnlessRefused } from "@/lib/http/api-error";
import { counted } from "@/lib/shared/counted";
import { defaultPrintProvider } from "@/lib/shared/print-products";
import { randomKey } from "@/lib/shared/random-key";
import { checkOut, isRefusedFor } from "@/lib/shop/prints/client/mutations";
import { printOrdersKey, quotaKey } from "@/lib/shop/prints/client/queries";

/** Specification 9.1: delay after a checkout's outcome, in milliseconds. */
export const checkoutRedirectMs = 1000;

interface Press {
  shippingAddress: string;
  key: string;
}

/** Orders the basket's contents (specification 4.5); closes the basket and moves on. */
export function useCheckout(): { checkOut: (shippingAddress: string) => void; isBusy: boolean } {
  const router = useRouter();
  const queryClient = useQueryClient();
  const cache = useBasketCache();
  const undo = useUndoOrder();

  function navigateTo(path: string) {
    closeBasket();
    setTimeout(() => {
      router.push(path);
      // The server-rendered parts around the page count prints too.
      router.refresh();
    }, checkoutRedirectMs);
  }

  const { mutate, isPending } = useMutation({
    retry: retryUnlessRefused,
    mutationFn: ({ shippingAddress, key }: Press) =>
      checkOut({ shippingAddress, printProvider: defaultPrintProvider }, key),
    onMutate: cache.hold,
    onSuccess: (orders) => {
      cache.empty();
      void queryClient.invalidateQueries({ queryKey: quotaKey });
      void queryClient.invalidateQueries({ queryKey: printOrdersKey });
      const prints = orders.reduce((sum, { printCount }) => sum + printCount, 0);
      const [order] = orders;
      const placedToast = toast({
        title: "Your order is placed",
        description: `${counted(prints, "print")} will come by post.`,
        ...(order && order.undoMs > 0
          ? {
              durationMs: order.undoMs,
              action: { label: "Undo", onSelect: () => void undo(order.id) },
            }
          : {}),
      });
      // A toast stays while someone points at it; by then Undo would no longer work.
      if (order && order.undoMs > 0) setTimeout(placedToast.dismiss, order.undoMs);
      navigateTo("/print-orders");
    },
    onError: (error) => {
      if (isRefusedFor(error, "addressRequired")) {
        toast({ title: "Complete your profile first", variant: "danger" });
        navigateTo("/profile");
        return;
      }
      void cache.refresh();
      const isRefused = error instanceof ApiError && error.status < 500;
      toast({
        title: "Checkout failed",
        description: isRefused
          ? error.userMessage
          : "There was a problem placing your order. Please try again.",
        variant: "danger",
      });
    },
  });
  return {
    checkOut: (shippingAddress) => mutate({ shippingAddress, key: randomKey() }),
    isBusy: isPending,
  };
}
