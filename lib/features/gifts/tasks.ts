import { z } from "zod";

/** Gives back what a card paid for a cancelled gift order. */
export const refundGiftTask = "gifts.refund";
export const refundGiftPayload = z.object({ orderId: z.uuid() });
