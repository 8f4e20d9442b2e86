import { cardPath, feedPath, viewerPath } from "@/lib/album/media/picture-urls";

/** Where a notification about items leads (decision 15): the viewer over the item's month, open at the item. */
export const pathToItem = viewerPath;

/** Comments are read on the item's card: there they are open, and replying is one press away. */
export const pathToComments = (id: string) => `${cardPath(id)}#comments`;

/** Several new items are viewed in the feed, which runs from newer to older. */
export const pathToSeveral = (newestId: string) => feedPath(newestId);
