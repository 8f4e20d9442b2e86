import { z } from "zod";
import type { MessageAudience, SendMessageInput } from "@/lib/notify/admin-messages/schema";
import { sendMessageSchema } from "@/lib/notify/admin-messages/schema";

/** The form: the recipients are chosen in two steps. */
export const messageFormSchema = z
  .object({
    title: sendMessageSchema.shape.title,
    message: sendMessageSchema.shape.message,
    audience: z.enum(["all", "admins", "chosen"]),
    chosen: z.array(z.string()),
  })
  .refine(({ audience, chosen }) => audience !== "chosen" || chosen.length > 0, {
    path: ["audience"],
    message: "Please choose at least one person",
  });
export type MessageForm = z.infer<typeof messageFormSchema>;

/** The form's input, in the form the API call takes. */
export function messageInput({ title, message, audience, chosen }: MessageForm): SendMessageInput {
  const wanted: MessageAudience = audience === "chosen" ? chosen : audience;
  return { title, message, audience: wanted };
}
