import { z } from "zod";

export const deliverMessageTask = "messages.deliver";
export const deliverMessagePayload = z.object({ messageId: z.uuid() });
/** About a day with the queue's growing pauses. */
export const maxDeliveryAttempts = 12;

export const releaseMailsTask = "messages.release";
