import { z } from "zod";

/** Specification 4.6. */
export const storageStatuses = ["normal", "warning", "critical"] as const;

/** Specification 3, Quota notifications. */
export const quotaNotificationsSchema = z.object({
  status: z.enum(storageStatuses),
  quota: z.object({
    /** Whole percent of the plan's storage that is used; 0 if it is unlimited. */
    percentage: z.number(),
    usedBytes: z.number(),
    /** Null if unlimited. */
    limitBytes: z.number().nullable(),
  }),
  items: z.array(
    z.object({
      type: z.enum(["warning", "limit_exceeded", "upgrade_available"]),
      title: z.string(),
      message: z.string(),
      /** The percentage at which it is shown. */
      threshold: z.number(),
      actionText: z.string(),
      actionUrl: z.string(),
    }),
  ),
});
export type QuotaNotificationsDto = z.infer<typeof quotaNotificationsSchema>;
export type QuotaItemDto = QuotaNotificationsDto["items"][number];
