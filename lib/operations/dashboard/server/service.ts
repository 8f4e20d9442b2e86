import { awaitsDecision } from "@/lib/album/media/server/trash-rule";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { getStorageUsage } from "@/lib/album/quota/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { db } from "@/lib/db";
import { getPlaces, openInvitation } from "@/lib/family/families/server/member-limit-service";
import { forbidden } from "@/lib/http/errors";
import { type DashboardDto, shownWeeks } from "@/lib/operations/dashboard/schema";
import { releasedOrders } from "@/lib/shop/prints/order-steps";

interface YearRow {
  year: number;
  bytes: bigint;
  photos: number;
  videos: number;
  inTrash: number;
}

/** One pass over the family's items yields the years and all the counts. */
function readYears(familyId: string): Promise<YearRow[]> {
  return db.$queryRaw<YearRow[]>`
    SELECT m.year::int AS year, sum(m.bytes + coalesce(c.bytes, 0))::bigint AS bytes,
           count(*) FILTER (WHERE m."deletedAt" IS NULL AND m."mediaType" = 'image')::int AS photos,
           count(*) FILTER (WHERE m."deletedAt" IS NULL AND m."mediaType" = 'video')::int AS videos,
           count(*) FILTER (WHERE m."deletedAt" IS NOT NULL AND NOT ${awaitsDecision})::int AS "inTrash"
    FROM "Media" m LEFT JOIN "MediaClip" c ON c."mediaId" = m.id WHERE m."familyId" = ${familyId}::uuid
    GROUP BY m.year ORDER BY m.year`;
}

interface WeekRow {
  weekStart: string;
  photos: number;
  videos: number;
}

/** Every week has a row, even without uploads: a gap would make the chart misleading. */
function readWeeks(familyId: string, now: Date): Promise<WeekRow[]> {
  return db.$queryRaw<WeekRow[]>`
    SELECT to_char(week, 'YYYY-MM-DD') AS "weekStart",
           count(m.id) FILTER (WHERE m."mediaType" = 'image')::int AS photos,
           count(m.id) FILTER (WHERE m."mediaType" = 'video')::int AS videos
    FROM generate_series(
      date_trunc('week', ${now}::timestamptz AT TIME ZONE 'UTC') - ${shownWeeks - 1}::int * interval '7 days',
      date_trunc('week', ${now}::timestamptz AT TIME ZONE 'UTC'), interval '7 days') AS week
    LEFT JOIN "Media" m ON ${visibleMediaSql({ familyId })}
      AND m."uploadDate" >= week AT TIME ZONE 'UTC'
      AND m."uploadDate" < (week + interval '7 days') AT TIME ZONE 'UTC'
    GROUP BY week ORDER BY week`;
}

const total = (rows: readonly YearRow[], key: "photos" | "videos" | "inTrash") =>
  rows.reduce((sum, row) => sum + row[key], 0);

async function readOrders(familyId: string): Promise<DashboardDto["printOrders"]> {
  const [byStatus, unviewed] = await Promise.all([
    db.printOrder.groupBy({ by: ["status"], where: { familyId, ...releasedOrders }, _count: { _all: true } }),
    db.printOrder.count({ where: { familyId, viewedAt: null, ...releasedOrders } }),
  ]);
  const of = (status: string) => byStatus.find((row) => row.status === status)?._count._all ?? 0;
  return {
    placed: of("placed"),
    inProduction: of("in_production"),
    dispatched: of("dispatched"),
    delivered: of("delivered"),
    cancelled: of("cancelled"),
    unviewed,
  };
}

/** The family at a glance, for its admins. @throws AppError 403 */
export async function getDashboard(actor: MemberActor, now = new Date()): Promise<DashboardDto> {
  if (!may(actor, "family.manageUsers")) throw forbidden("Only the family's admins can do this.");
  const { familyId } = actor;
  const [places, children, years, weeks, printOrders, pendingInvites, openReports, storage] =
    await Promise.all([
      getPlaces(actor),
      db.membership.count({ where: { familyId, user: { isChild: true } } }),
      readYears(familyId),
      readWeeks(familyId, now),
      readOrders(familyId),
      db.invitation.count({ where: { familyId, ...openInvitation() } }),
      db.contentReport.count({ where: { familyId, decision: null } }),
      getStorageUsage(actor),
    ]);
  const { accounts, limit, planName } = places;
  return {
    members: { accounts, children, limit, planName },
    media: {
      photos: total(years, "photos"),
      videos: total(years, "videos"),
      inTrash: total(years, "inTrash"),
    },
    storage: { bytes: storage.usedBytes, limitBytes: storage.plan.storageBytes },
    storageByYear: years.map(({ year, bytes, photos, videos, inTrash }) => ({
      year,
      bytes: Number(bytes),
      items: photos + videos + inTrash,
    })),
    uploadsByWeek: weeks,
    printOrders,
    pendingInvites,
    openReports,
  };
}
