"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { openBasket } from "@/components/shop/basket/basket-controller";
import { CountBadge } from "@/components/ui/badge";
import { type BasketAtStart, countPrints } from "@/lib/shop/prints/basket-count";
import { basketOptions } from "@/lib/shop/prints/client/queries";

export interface BasketButtonProps {
  basket: BasketAtStart;
  /** The basket's drawing. */
  children: ReactNode;
}

/** Specification 2.5: the header's Basket button, with its number of prints. */
export function BasketButton({ basket, children }: BasketButtonProps) {
  const { data } = useQuery({ ...basketOptions(), initialData: basket.items });
  const count = countPrints(data);
  return (
    <button
      type="button"
      aria-label={count > 0 ? `Basket, ${count} ${count === 1 ? "photo" : "photos"}` : "Basket"}
      aria-haspopup="dialog"
      onClick={openBasket}
      className="relative grid size-11 flex-none place-items-center rounded-full text-ink-soft hover:bg-sunk"
    >
      {children}
      <CountBadge count={count} />
    </button>
  );
}
