"use client";

import { type ComponentType, createContext, useContext } from "react";
import type { AlbumDto } from "@/lib/album/albums/schema";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";

export interface BasketButtonProps {
  item: Pick<MediaItemDto, "id" | "mediaType">;
  /** "icon": among the viewer's buttons, with its count on it. */
  look: "icon" | "wide";
  className?: string;
}

export type TaggedPerson = MediaDetailDto["tags"][number];

export interface PeopleSuggestionsProps {
  mediaId: string;
  tagged: readonly TaggedPerson[];
  onTag: (people: readonly TaggedPerson[]) => void;
}

export interface AddToAlbumDialogProps {
  count: number;
  /** @throws the error the call was refused with */
  onAdd: (album: Pick<AlbumDto, "id" | "title">) => Promise<void>;
  onClose: () => void;
}

/** What features built on the album add to an item. The shell provides them. */
export interface ItemExtras {
  BasketButton: ComponentType<BasketButtonProps>;
  PeopleSuggestions: ComponentType<PeopleSuggestionsProps>;
  /** The albums that contain the item. */
  ItemAlbums: ComponentType<{ mediaId: string }>;
  AddToAlbumDialog: ComponentType<AddToAlbumDialogProps>;
}

const nothing = () => null;
const ItemExtrasContext = createContext<ItemExtras>({
  BasketButton: nothing,
  PeopleSuggestions: nothing,
  ItemAlbums: nothing,
  AddToAlbumDialog: nothing,
});

export const ItemExtrasProvider = ItemExtrasContext.Provider;
export const useItemExtras = () => useContext(ItemExtrasContext);
