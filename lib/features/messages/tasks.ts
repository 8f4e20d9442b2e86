import { z } from "zod";

export const deliverMessageTask = "messages.deliver";
export const deliverMessagePayload = z.object({ messageId: z.uuid() });
