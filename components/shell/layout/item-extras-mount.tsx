"use client";

import type { ReactNode } from "react";
import {
  type ItemExtras,
  ItemExtrasProvider,
  type PeopleSuggestionsProps,
} from "@/components/album/item/item-extras";
import { AddToBasketButton } from "@/components/shop/basket/add-to-basket-button";
import { fetchedPart } from "@/components/ui/fetched-part";

const extras: ItemExtras = {
  BasketButton: AddToBasketButton,
  // Shown once it knows whom to suggest: nobody waits for its code.
  PeopleSuggestions: fetchedPart<PeopleSuggestionsProps>(
    async () => (await import("@/components/faces/people/people-suggestions")).PeopleSuggestions,
    { isQuiet: true },
  ),
};

/** Gives the album's pages what the wings above it put beside an item. */
export function ItemExtrasMount({ children }: { children: ReactNode }) {
  return <ItemExtrasProvider value={extras}>{children}</ItemExtrasProvider>;
}
