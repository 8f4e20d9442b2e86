"use client";

import { Suspense } from "react";
import type { BasketButtonProps } from "@/components/album/item/item-extras";
import { useCanOrder } from "@/components/session/use-may-order";
import { buttonClasses } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { fetchedPart } from "@/components/ui/fetched-part";

const AddToBasketButton = fetchedPart(
  async () => (await import("@/components/shop/basket/add-to-basket-button")).AddToBasketButton,
  { fallback: "outer", isQuiet: true },
);

/**
 * Fetches the button's code with the first photo that shows it: lists don't need it. Renders nothing for a clip, nor
 * for children, who can't order (product.md, Children).
 */
export function AddToBasketMount(props: BasketButtonProps) {
  const mayOrder = useCanOrder();
  const { item, look, className } = props;
  if (!mayOrder || item.mediaType !== "image") return null;
  // Reserves the button's space, so that nothing moves when it arrives.
  const place =
    look === "wide"
      ? buttonClasses({ variant: "secondary", size: "small" }, cn("invisible", className))
      : className;
  return (
    <Suspense fallback={<span aria-hidden="true" className={place} />}>
      <AddToBasketButton key={item.id} {...props} />
    </Suspense>
  );
}
