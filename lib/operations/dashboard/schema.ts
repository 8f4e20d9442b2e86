import { z } from "zod";

/** Weeks of uploads that are drawn: a quarter of a year, this week last. */
export const shownWeeks = 13;

export const dashboardSchema = z.object({
  members: z.object({
    /** Accounts, children included. */
    accounts: z.number(),
    children: z.number(),
    /** What the plan has room for. */
    limit: z.number(),
    planName: z.string(),
  }),
  media: z.object({ photos: z.number(), videos: z.number(), inTrash: z.number() }),
  storage: z.object({
    /** Of originals, the trash included. */
    bytes: z.number(),
    /** null: without limit. */
    limitBytes: z.number().nullable(),
  }),
  /** Every year that has something, the earliest first; what lies in the trash counts, for it takes room. */
  storageByYear: z.array(z.object({ year: z.number(), bytes: z.number(), items: z.number() })),
  /** The last 13 weeks, Monday to Sunday (UTC), this one last. */
  uploadsByWeek: z.array(z.object({ weekStart: z.iso.date(), photos: z.number(), videos: z.number() })),
  printOrders: z.object({
    placed: z.number(),
    inProduction: z.number(),
    dispatched: z.number(),
    delivered: z.number(),
    cancelled: z.number(),
    unviewed: z.number(),
  }),
  pendingInvites: z.number(),
  openReports: z.number(),
});
export type DashboardDto = z.infer<typeof dashboardSchema>;
