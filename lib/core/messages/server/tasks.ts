import { z } from "zod";
import { declareTask } from "@/lib/platform/queue/task";

/** Sends one message from the outbox. */
export const deliverMessageTask = declareTask("messages.deliver", z.object({ messageId: z.uuid() }));
/** About a day with the queue's increasing delays. */
export const maxDeliveryAttempts = 12;
