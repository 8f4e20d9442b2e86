import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import { arrangeAlbum, readAlbumItems, refreshAlbums } from "@/lib/album/albums/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The list with one item moved to another position. */
export function movedTo(items: readonly MediaItemDto[], id: string, place: number): readonly MediaItemDto[] {
  const item = items.find((one) => one.id === id);
  if (!item) return items;
  const others = items.filter((one) => one.id !== id);
  return [...others.slice(0, place), item, ...others.slice(place)];
}

export interface ArrangedItems {
  /** null until they are loaded. */
  items: readonly MediaItemDto[] | null;
  isFailed: boolean;
  reload: () => void;
  /** Shows an item at another position, before it is dropped. */
  show: (items: readonly MediaItemDto[]) => void;
  /** Saves an item's current position. */
  save: (items: readonly MediaItemDto[], id: string) => void;
}

/** All items of an album, moved immediately on the page and saved one move after the other. */
export function useArrangedItems(albumId: string): ArrangedItems {
  const queryClient = useQueryClient();
  const [items, setItems] = useState<readonly MediaItemDto[] | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const saving = useRef(Promise.resolve());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads them again
  useEffect(() => {
    const reading = new AbortController();
    setIsFailed(false);
    readAlbumItems(albumId, reading.signal).then(setItems, () => {
      if (!reading.signal.aborted) setIsFailed(true);
    });
    return () => reading.abort();
  }, [albumId, attempt]);
  // The album's own list is cached in the old order.
  useEffect(() => () => void saving.current.then(() => refreshAlbums(queryClient)), [queryClient]);

  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  const save = useCallback(
    (arranged: readonly MediaItemDto[], id: string) => {
      const next = arranged[arranged.findIndex((item) => item.id === id) + 1];
      saving.current = saving.current
        .then(() => arrangeAlbum(albumId, [id], next?.id ?? null))
        .catch((error: unknown) => {
          toastFailure("It could not be moved", error, "The order is as it was before.");
          reload();
        });
    },
    [albumId, reload],
  );
  return { items, isFailed, reload, show: setItems, save };
}
