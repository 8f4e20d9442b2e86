import { createContext, useContext } from "react";
import type { AlbumDto } from "@/lib/album/albums/schema";

export type AlbumPlace = Pick<AlbumDto, "id" | "title" | "mayEdit">;

const AlbumPlaceContext = createContext<AlbumPlace | null>(null);

export type AddTarget = Pick<AlbumDto, "id" | "title">;

const AddTargetContext = createContext<AddTarget | null>(null);

export const AddTargetProvider = AddTargetContext.Provider;

/** The album that photos are being selected for; null if there is none. */
export const useAddTarget = () => useContext(AddTargetContext);

export const AlbumPlaceProvider = AlbumPlaceContext.Provider;

/** The album whose items are shown; null in every other list. */
export const useAlbumPlace = () => useContext(AlbumPlaceContext);
