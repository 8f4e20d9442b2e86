"use client";

import type { ReactNode } from "react";
import { type ItemExtras, ItemExtrasProvider } from "@/components/album/item/item-extras";
import { PeopleSuggestions } from "@/components/faces/people/people-suggestions";
import { AddToBasketButton } from "@/components/shop/basket/add-to-basket-button";

const extras: ItemExtras = { BasketButton: AddToBasketButton, PeopleSuggestions };

/** Gives the album's pages what the wings above it put beside an item. */
export function ItemExtrasMount({ children }: { children: ReactNode }) {
  return <ItemExtrasProvider value={extras}>{children}</ItemExtrasProvider>;
}
