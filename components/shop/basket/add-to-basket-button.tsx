"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBasket } from "lucide-react";
import type { BasketButtonProps } from "@/components/album/item/item-extras";
import { useCanOrder } from "@/components/session/use-may-order";
import { openBasket } from "@/components/shop/basket/basket-controller";
import { useAddToBasket } from "@/components/shop/basket/use-add-to-basket";
import { CountBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { countPrints } from "@/lib/shop/prints/basket-state";
import { basketOptions } from "@/lib/shop/prints/client/queries";

/**
 * Puts a photo into the basket, or opens the basket that contains it; renders nothing for a clip, nor for children, who
 * don't order (product.md, Children).
 */
export function AddToBasketButton({ item, ...rest }: BasketButtonProps) {
  const mayOrder = useCanOrder();
  if (!mayOrder || item.mediaType !== "image") return null;
  return <Shown key={item.id} mediaId={item.id} {...rest} />;
}

function Shown({ mediaId, look, className }: { mediaId: string } & Omit<BasketButtonProps, "item">) {
  const { data: items = [] } = useQuery(basketOptions());
  const { add, isBusy } = useAddToBasket(mediaId);
  const prints = countPrints(items.filter(({ media_id }) => media_id === mediaId));
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
