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
 * Fetches the button with the first photo that is shown with it: lists need none. Renders nothing for a clip, nor for
 * children, who don't order (product.md, Children).
 */
export function AddToBasketMount(props: BasketButtonProps) {
  const mayOrder = useCanOrder();
  const { item, look, className } = props;
  if (!mayOrder || item.mediaType !== "image") return null;
  // What is beside it, or below, stays in place when it arrives.
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
