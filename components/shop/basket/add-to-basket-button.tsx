"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBasket } from "lucide-react";
import type { BasketButtonProps } from "@/components/album/item/item-extras";
import { openBasket } from "@/components/shop/basket/basket-controller";
import { useAddToBasket } from "@/components/shop/basket/use-add-to-basket";
import { CountBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { countPrints } from "@/lib/shop/prints/basket-count";
import { basketOptions } from "@/lib/shop/prints/client/queries";

/** Puts a photo into the basket, or opens the basket that contains it. */
export function AddToBasketButton({ item, look, className }: BasketButtonProps) {
  const { data: items = [] } = useQuery(basketOptions());
  const { add, isBusy } = useAddToBasket(item.id);
  const prints = countPrints(items.filter(({ media_id }) => media_id === item.id));
  const isInBasket = prints > 0;
  const press = isInBasket ? openBasket : add;
  const label = isInBasket ? "Open basket" : "Add to basket";
  if (look === "wide") {
    return (
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={press} className={className}>
        <ShoppingBasket aria-hidden="true" />
        {label}
        {isInBasket && ` (${prints} in it)`}
      </Button>
    );
  }
  return (
    <button
      type="button"
      aria-label={isInBasket ? `${label}, ${prints} in it` : label}
      title={label}
      aria-haspopup={isInBasket ? "dialog" : undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : press}
      className={cn("relative", className)}
    >
      <ShoppingBasket aria-hidden="true" />
      <CountBadge count={prints} />
    </button>
  );
}
