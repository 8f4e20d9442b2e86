import { z } from "zod";

/** The payload of a print order's tasks. */
export const orderPayload = z.object({ orderId: z.uuid() });
