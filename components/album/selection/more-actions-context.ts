import { createContext } from "react";
import type { SelectionAction } from "@/components/album/selection/use-selection-actions";

/** The current contents of the “More” menu: the menu itself stays the one that was fetched. */
export const MoreActionsContext = createContext<readonly SelectionAction[]>([]);
