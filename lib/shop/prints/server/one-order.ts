import { z } from "zod";

/** The payload of a print order's tasks. */
export const oneOrder = z.object({ orderId: z.uuid() });
