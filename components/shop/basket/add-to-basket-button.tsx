"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBasket } from "lucide-react";
import { openBasket } from "@/components/shop/basket/basket-controller";
import { useAddToBasket } from "@/components/shop/basket/use-add-to-basket";
import { useMayOrder } from "@/components/shop/basket/use-may-order";
import { CountBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { countPrints } from "@/lib/shop/prints/basket-state";
import { basketOptions } from "@/lib/shop/prints/client/queries";

export interface AddToBasketButtonProps {
  item: Pick<MediaItemDto, "id" | "mediaType">;
  /** "icon": among the viewer's buttons, with its count on it. */
  look: "icon" | "wide";
  className?: string;
}

/**
 * Puts a photo into the basket, or opens the basket that holds it; nothing for a clip, and nothing for children, who don't
 * order (product.md, Children).
 */
export function AddToBasketButton({ item, ...rest }: AddToBasketButtonProps) {
  const mayOrder = useMayOrder();
  if (!mayOrder || item.mediaType !== "image") return null;
  return <Shown key={item.id} mediaId={item.id} {...rest} />;
}

function Shown({ mediaId, look, className }: { mediaId: string } & Omit<AddToBasketButtonProps, "item">) {
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
