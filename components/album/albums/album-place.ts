import { createContext, useContext } from "react";
import type { AlbumDto } from "@/lib/album/albums/schema";

export type AlbumPlace = Pick<AlbumDto, "id" | "title" | "mayEdit" | "mayAdd">;

const AlbumPlaceContext = createContext<AlbumPlace | null>(null);

export const AlbumPlaceProvider = AlbumPlaceContext.Provider;

/** The album whose items are shown here; null in every other list. */
export const useAlbumPlace = () => useContext(AlbumPlaceContext);
