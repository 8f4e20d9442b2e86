import { createContext } from "react";
import type { SelectionAction } from "@/components/album/selection/use-selection-actions";

/** What the “More” menu holds now: the menu itself stays the one that was fetched. */
export const MoreActionsContext = createContext<readonly SelectionAction[]>([]);
