import { z } from "zod";

/** Weeks of uploads in the chart: a quarter of a year, current week last. */
export const shownWeeks = 13;

export const dashboardSchema = z.object({
  members: z.object({
    /** Accounts, including children's. */
    accounts: z.number(),
    children: z.number(),
    /** How many the plan allows. */
    limit: z.number(),
    planName: z.string(),
  }),
  media: z.object({ photos: z.number(), videos: z.number(), inTrash: z.number() }),
  storage: z.object({
    /** Of originals, including the trash. */
    bytes: z.number(),
    /** null if unlimited. */
    limitBytes: z.number().nullable(),
  }),
  /** Every year with items, earliest first; the trash counts, because it uses storage. */
  storageByYear: z.array(z.object({ year: z.number(), bytes: z.number(), items: z.number() })),
  /** The last 13 weeks, Monday to Sunday (UTC), current week last. */
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
