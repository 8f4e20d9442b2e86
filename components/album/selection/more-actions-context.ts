import { createContext } from "react";
import type { SelectionAction } from "@/components/album/selection/use-selection-actions";

/** The current contents of the “More” menu, so that the menu needn't be fetched again. */
export const MoreActionsContext = createContext<readonly SelectionAction[]>([]);
