"use client";

import type { ReactNode } from "react";
import {
  type AddToAlbumDialogProps,
  type ItemExtras,
  ItemExtrasProvider,
  type PeopleSuggestionsProps,
} from "@/components/album/item/item-extras";
import { AddToBasketMount } from "@/components/shop/basket/add-to-basket-mount";
import { fetchedPart } from "@/components/ui/fetched-part";

const extras: ItemExtras = {
  BasketButton: AddToBasketMount,
  // It appears only once there are suggestions, so its code can load later too.
  PeopleSuggestions: fetchedPart<PeopleSuggestionsProps>(
    async () => (await import("@/components/faces/people/people-suggestions")).PeopleSuggestions,
    { isQuiet: true },
  ),
  ItemAlbums: fetchedPart<{ mediaId: string }>(
    async () => (await import("@/components/album/albums/item-albums")).ItemAlbums,
    { fallback: <div className="h-28" />, isQuiet: true },
  ),
  AddToAlbumDialog: fetchedPart<AddToAlbumDialogProps>(
    async () => (await import("@/components/album/albums/add-to-album-dialog")).AddToAlbumDialog,
  ),
};

/** Provides the album's pages with what features built on the album add to an item. */
export function ItemExtrasMount({ children }: { children: ReactNode }) {
  return <ItemExtrasProvider value={extras}>{children}</ItemExtrasProvider>;
}
