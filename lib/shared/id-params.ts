import { z } from "zod";

/** An id in a path (api.md, Ids): the guard answers 404 to anything else, exactly as to an unknown id. In lower case, as stored. */
export const idParam = z.guid().toLowerCase();
export const idParams = z.object({ id: idParam });
