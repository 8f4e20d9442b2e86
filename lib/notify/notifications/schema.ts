import { z } from "zod";
import { allKinds } from "@/lib/shared/notification-kinds";
import { paginationSchema } from "@/lib/shared/pagination";
import { isUuid } from "@/lib/shared/uuid";

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.enum(allKinds),
  title: z.string(),
  message: z.string(),
  /** A path of the album. */
  url: z.string(),
  /** The picture it is about. */
  mediaId: z.string().optional(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
});
export type NotificationDto = z.infer<typeof notificationSchema>;

export const notificationPageSchema = z.object({
  items: z.array(notificationSchema),
  pagination: paginationSchema,
  nextCursor: z.string().nullable(),
});
export type NotificationPageDto = z.infer<typeof notificationPageSchema>;

export const notificationCountSchema = z.object({ count: z.number() });
export type NotificationCountDto = z.infer<typeof notificationCountSchema>;

/** Anything but the caller's own id is a 404, well-formed or not. */
export const recipientParams = z.object({ userId: z.string() });

const maxMarkedIds = 500;
const isIdList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= maxMarkedIds &&
  value.every((id) => typeof id === "string" && isUuid(id));

/** Without `ids`, everything that the call applies to. */
export const markReadSchema = z.object({
  ids: z.custom<string[]>(isIdList, `Please send 1 to ${maxMarkedIds} notification ids`).optional(),
});
export type MarkReadInput = z.infer<typeof markReadSchema>;

export const markedReadSchema = z.object({ success: z.boolean() });

/** What the bell counts: the person's own notifications, and admins' messages. */
export interface UnreadCounts {
  personal: number;
  adminMessages: number;
}
