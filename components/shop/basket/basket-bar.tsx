"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { openBasket } from "@/components/shop/basket/basket-controller";
import { type BasketAtStart, countPrints, describeReady, describeRoom } from "@/lib/shop/prints/basket-count";
import { basketOptions, quotaOptions } from "@/lib/shop/prints/client/queries";

export interface BasketBarProps {
  basket: BasketAtStart;
  /** The printer's drawing. */
  children: ReactNode;
}

/** Specification 2.5 and 4.5: the sticky basket bar under the header; hidden while the basket is empty. */
export function BasketBar({ basket, children }: BasketBarProps) {
  const { data: items } = useQuery({ ...basketOptions(), initialData: basket.items });
  const { data: quota } = useQuery({ ...quotaOptions(), initialData: basket.quota });
  const prints = countPrints(items);
  if (prints === 0) return null;
  return (
    <section
      aria-label="Your basket"
      data-basket-bar
      className="bg-ink text-paper dark:bg-accent-soft dark:text-ink"
    >
      <div className="mx-auto flex max-w-[1240px] items-center gap-2.5 px-3.5 py-1 md:gap-3.5 md:px-6">
        {children}
        <p className="min-w-0 flex-1 leading-tight">
          <strong className="font-semibold">{describeReady(prints)}</strong>
          {quota && (
            <span className="block text-step--1 text-paper/80 md:ml-3 dark:text-ink-soft md:inline">
              {describeRoom(prints, quota)}
            </span>
          )}
        </p>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={openBasket}
          className="-mr-2 min-h-11 flex-none rounded-full px-4 font-semibold underline decoration-2 underline-offset-4 hover:bg-current/15 focus-visible:outline-current"
        >
          Review<span className="sr-only"> your basket</span>
        </button>
      </div>
    </section>
  );
}
