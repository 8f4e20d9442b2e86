import { createContext, useContext, useSyncExternalStore } from "react";
import type { SelectionStore, TileChoice } from "@/components/album/selection/selection-store";

/** The selection of the surrounding list; null if nothing can be selected. */
export const SelectionContext = createContext<SelectionStore | null>(null);

const never = () => () => {};

/** The state of one item; null if nothing can be selected. Only its own tile re-renders when it changes. */
export function useTileChoice(id: string): TileChoice | null {
  const store = useContext(SelectionContext);
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.choiceOf(id) ?? null,
    () => (store ? "idle" : null),
  );
}

/** For a tile's link: it opens the item, or acts as a checkbox once selecting has begun. */
export function tileLinkProps(choice: TileChoice | null) {
  if (choice === null) return {};
  const always = { "data-tile-link": "", draggable: false };
  if (choice === "idle") return { ...always, "aria-keyshortcuts": "Space" };
  return { ...always, role: "checkbox", "aria-checked": choice === "chosen" };
}
