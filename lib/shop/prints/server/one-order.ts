import { z } from "zod";

/** What a print order's tasks are given. */
export const oneOrder = z.object({ orderId: z.uuid() });
