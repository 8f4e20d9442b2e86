import { getPlans } from "@/lib/core/system-settings/server/service";
import { databasePool, db } from "@/lib/db";
import type { OverviewDto } from "@/lib/operations/super-admin/schema";
import { getQueueState } from "@/lib/operations/system/server/queue-state-service";
import { hasPayments } from "@/lib/platform/payments/payments";
import { getGiftFigures } from "@/lib/shop/gifts/server/operator-service";

const weeksShown = 12;

interface Figures {
  families: number;
  suspendedFamilies: number;
  free: number;
  family: number;
  premium: number;
  storageBytes: string;
  users: number;
  activeUsers: number;
  media: number;
  openReports: number;
}

// Uses counters and indexes where possible: the album's rows aren't counted one by one.
const figures = `
  SELECT f.*, u.*, m.media,
         (SELECT count(*)::int FROM "IssueReport" WHERE state <> 'closed')
           + (SELECT count(*)::int FROM "ContentReport" WHERE state <> 'closed') AS "openReports"
  FROM (SELECT count(*)::int AS families, count("suspendedAt")::int AS "suspendedFamilies",
               count(*) FILTER (WHERE tier = 'free')::int AS free,
               count(*) FILTER (WHERE tier = 'family')::int AS family,
               count(*) FILTER (WHERE tier = 'premium')::int AS premium,
               COALESCE(sum("storageBytes"), 0)::text AS "storageBytes" FROM "Family") f,
       (SELECT count(*)::int AS users,
               (SELECT count(DISTINCT s."userId")::int FROM "Session" s JOIN "User" seen ON seen.id = s."userId"
                WHERE s."lastSeenAt" > now() - interval '30 days' AND NOT seen."isSuperAdmin") AS "activeUsers"
        FROM "User" WHERE NOT "isSuperAdmin") u,
       (SELECT COALESCE(sum("itemCount"), 0)::int AS media FROM "MediaMonth") m`;

const firstDay = "date_trunc('week', now() AT TIME ZONE 'UTC') - ($1::int - 1) * interval '7 days'";
// Not read from `days`: PostgreSQL would assume that a third of the rows are that recent, and read them all.
const since = `(${firstDay}) AT TIME ZONE 'UTC'`;

// Each table is read once; weeks are in UTC.
const weeks = `
  WITH days AS (
    SELECT generate_series(${firstDay}, date_trunc('week', now() AT TIME ZONE 'UTC'), interval '7 days') AS day),
  families AS (
    SELECT date_trunc('week', "createdAt" AT TIME ZONE 'UTC') AS day, count(*)::int AS count FROM "Family"
    WHERE "createdAt" >= ${since} GROUP BY 1),
  users AS (
    SELECT date_trunc('week', "createdAt" AT TIME ZONE 'UTC') AS day, count(*)::int AS count FROM "User"
    WHERE NOT "isSuperAdmin" AND "createdAt" >= ${since} GROUP BY 1),
  uploads AS (
    SELECT date_trunc('week', "uploadDate" AT TIME ZONE 'UTC') AS day, count(*)::int AS count FROM "Media"
    WHERE "uploadDate" >= ${since} GROUP BY 1)
  SELECT to_char(d.day, 'YYYY-MM-DD') AS week, COALESCE(f.count, 0) AS families,
         COALESCE(u.count, 0) AS users, COALESCE(m.count, 0) AS uploads
  FROM days d LEFT JOIN families f USING (day) LEFT JOIN users u USING (day) LEFT JOIN uploads m USING (day)
  ORDER BY d.day`;

/** Monthly revenue from cards. */
async function readRevenue() {
  const rows = await db.billingAccount.groupBy({
    by: ["currency", "interval"],
    where: { state: { in: ["active", "past_due"] } },
    _sum: { amount: true },
    _count: true,
  });
  const monthly = new Map<string, number>();
  for (const { currency, interval, _sum } of rows) {
    const amount = (_sum.amount ?? 0) / (interval === "year" ? 12 : 1);
    monthly.set(currency, (monthly.get(currency) ?? 0) + amount);
  }
  return {
    paying: rows.reduce((sum, { _count }) => sum + _count, 0),
    monthly: [...monthly].map(([currency, amount]) => ({ currency, amount: Math.round(amount) })),
    isConfigured: hasPayments(),
  };
}

/** The installation at a glance: totals, and nothing about individuals. */
export async function getOverview(): Promise<OverviewDto> {
  const [counted, byWeek, revenue, gifts, queue, plans] = await Promise.all([
    databasePool().query<Figures>(figures),
    databasePool().query<OverviewDto["weeks"][number]>(weeks, [weeksShown]),
    readRevenue(),
    getGiftFigures(),
    getQueueState(),
    getPlans(),
  ]);
  const row = counted.rows[0];
  if (!row) throw new Error("The statistics were not counted");
  const { free, family, premium, storageBytes, ...rest } = row;
  return {
    ...rest,
    storageBytes: Number(storageBytes),
    familiesByTier: { free, family, premium },
    revenue: {
      ...revenue,
      planValueMonthly: family * plans.family.priceMonthly + premium * plans.premium.priceMonthly,
    },
    gifts,
    queue: { waiting: queue.waiting, running: queue.running, failed: queue.failed },
    weeks: byWeek.rows,
  };
}
