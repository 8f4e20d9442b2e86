import { createContext, useContext, useSyncExternalStore } from "react";
import type { SelectionStore, TileChoice } from "@/components/album/selection/selection-store";

/** The selection of the list around; null where nothing can be chosen. */
export const SelectionContext = createContext<SelectionStore | null>(null);

const never = () => () => {};

/** How one item stands; null where nothing can be chosen. Only its own tile is drawn again when it changes. */
export function useTileChoice(id: string): TileChoice | null {
  const store = useContext(SelectionContext);
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.choiceOf(id) ?? null,
    () => (store ? "idle" : null),
  );
}

/** For a tile's link: it opens its item until choosing has begun, then it is a box to tick. */
export function tileLinkProps(choice: TileChoice | null) {
  if (choice === null) return {};
  const always = { "data-tile-link": "", draggable: false };
  if (choice === "idle") return { ...always, "aria-keyshortcuts": "Space" };
  return { ...always, role: "checkbox", "aria-checked": choice === "chosen" };
}
