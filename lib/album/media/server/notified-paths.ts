import { cardPath, feedPath, viewerPath } from "@/lib/album/media/picture-urls";

/** Where a notification about items leads (decision 15): the viewer over the item's month shows the one it is about. */
export const pathToItem = viewerPath;

/** What was written about an item is read on its card: there the comments are open, and the answer is a press away. */
export const pathToComments = (id: string) => `${cardPath(id)}#comments`;

/** Several new items are looked through in the feed, which runs from newer to older. */
export const pathToSeveral = (newestId: string) => feedPath(newestId);
