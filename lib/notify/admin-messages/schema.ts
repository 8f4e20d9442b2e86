import { z } from "zod";
import { paginationSchema } from "@/lib/shared/pagination";
import { lineSchema, textSchema } from "@/lib/shared/text";

/** The maximum length of an admin message, in characters. */
export const maxMessageTitle = 100;
export const maxMessageText = 2000;
const maxChosen = 500;
const chooseAudience = "Please choose who gets it: everyone, the admins, or certain people";

/** Everyone in the family, its owners and admins, or some of its people by their account's id. */
export type MessageAudience = "all" | "admins" | string[];

const isAudience = (value: unknown): value is MessageAudience =>
  value === "all" ||
  value === "admins" ||
  (Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= maxChosen &&
    value.every((id) => typeof id === "string"));

export const sendMessageSchema = z.object({
  title: lineSchema(maxMessageTitle, "Please enter a title"),
  message: textSchema(maxMessageText, "Please write a message").trim().min(1, "Please write a message"),
  audience: z.custom<MessageAudience>(isAudience, chooseAudience),
});
export type SendMessageInput = z.infer<typeof sendMessageSchema>;

export const adminMessageSchema = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  audience: z.union([z.enum(["all", "admins"]), z.array(z.string())]),
  createdAt: z.iso.datetime(),
  /** null when the account is deleted. */
  sentByUsername: z.string().nullable(),
  sentByName: z.string().nullable(),
  /** How many people it was sent to. */
  recipients: z.number(),
  /** How many of them have received it in a browser or in their list. */
  delivered: z.number(),
  read: z.number(),
});
export type AdminMessageDto = z.infer<typeof adminMessageSchema>;

export const adminMessagePageSchema = z.object({
  items: z.array(adminMessageSchema),
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
});
export type AdminMessagePageDto = z.infer<typeof adminMessagePageSchema>;
