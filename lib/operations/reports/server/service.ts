import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { sendMail } from "@/lib/core/messages/server/service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import type { ReportContentInput, ReportIssueInput, ReportReceiptDto } from "@/lib/operations/reports/schema";
import { isUuid } from "@/lib/shared/uuid";

/** Enough for a bad day, too few to hide a family's album or to flood the operator. */
const reportsPerPerson = { name: "report", points: 20, seconds: 3600 };

const receiptSelect = { id: true, createdAt: true } as const;
const receipt = (row: { id: string; createdAt: Date }): ReportReceiptDto => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
});

/** Reports a problem to the super admins. @throws AppError 429 */
export async function reportIssue(
  actor: Actor,
  { title, message }: ReportIssueInput,
): Promise<ReportReceiptDto> {
  await consumeRateLimit(reportsPerPerson, actor.userId);
  return db.$transaction(async (client) => {
    const row = await client.issueReport.create({
      data: { userId: actor.userId, familyId: actor.familyId, title, message },
      select: receiptSelect,
    });
    await recordActivity({ action: "report.issue", actorId: actor.userId, familyId: actor.familyId }, client);
    await mailSuperAdmins(client, { reporter: actor.username, title, message });
    return receipt(row);
  });
}

/** Mails the people who can fix it. Text only: no picture, and not the reporter's address. */
async function mailSuperAdmins(
  client: Prisma.TransactionClient,
  report: { reporter: string; title: string; message: string },
): Promise<void> {
  const superAdmins = await client.user.findMany({
    where: { isSuperAdmin: true, suspendedAt: null, email: { not: null } },
    select: { username: true, email: true },
    orderBy: { id: "asc" },
  });
  const values = { ...report, url: `${appUrl()}/super-admin/reports` };
  for (const { username, email } of superAdmins)
    if (email) await sendMail("issueReported", email, { ...values, username }, client);
}

/** If someone has reported it already, returns the same report: a retry doesn't make a second one. */
async function earlierReport(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  mediaId: string,
): Promise<ReportReceiptDto | null> {
  const row = await client.contentReport.findFirst({
    where: { mediaId, familyId: actor.familyId, reporterId: actor.userId, decision: null },
    select: receiptSelect,
  });
  return row && receipt(row);
}

/**
 * Hides an item from the whole family, no matter who uploaded it, until one of its admins decides. The uploader learns
 * that someone reported it, not who.
 * @throws AppError 404 also for items hidden or in the trash already, 429
 */
export async function reportContent(
  actor: MemberActor,
  { mediaId, reason }: ReportContentInput,
): Promise<ReportReceiptDto> {
  if (!isUuid(mediaId)) throw notFound();
  const { familyId, userId } = actor;
  await consumeRateLimit(reportsPerPerson, userId);
  const answer = await db.$transaction(async (client) => {
    // One statement decides who reports it: the second request finds nothing to hide.
    const [hidden] = await client.media.updateManyAndReturn({
      where: { id: mediaId, ...visibleMedia({ familyId }) },
      data: { deletedAt: new Date(), deletedById: null },
      select: { id: true, uploaderId: true, mediaType: true },
    });
    if (!hidden) {
      const earlier = await earlierReport(client, actor, mediaId);
      if (!earlier) throw notFound();
      return earlier;
    }
    const row = await client.contentReport.create({
      data: { familyId, mediaId: hidden.id, reporterId: userId, reason },
      select: receiptSelect,
    });
    await recordActivity({ action: "report.content", actorId: userId, familyId }, client);
    await notifyNewReport(client, { ...hidden, familyId, reporterId: userId, reportId: row.id });
    return receipt(row);
  });
  forgetMediaFile(mediaId);
  return answer;
}

interface NewReport {
  familyId: string;
  reportId: string;
  reporterId: string;
  uploaderId: string | null;
  mediaType: "image" | "video";
}

/** The notifications have no mediaId, because those of a hidden item are hidden too. */
async function notifyNewReport(client: Prisma.TransactionClient, report: NewReport): Promise<void> {
  const thing = report.mediaType === "video" ? "video" : "photo";
  const event = {
    kind: "account",
    familyId: report.familyId,
    eventKey: `report:${report.reportId}`,
  } as const;
  await notify(
    {
      ...event,
      actorId: report.reporterId,
      title: `A ${thing} was reported`,
      message: `It's hidden until you or another admin has reviewed it.`,
      url: "/admin/dashboard#reports",
    },
    "admins",
    { client },
  );
  if (!report.uploaderId || report.uploaderId === report.reporterId) return;
  // An admin who is also the uploader was notified above: the event's key prevents a second one.
  await notify(
    {
      ...event,
      actorId: null,
      title: `One of your ${thing}s is being reviewed`,
      message: `Someone in the family asked an admin to review it. It's hidden until then, and nothing is lost.`,
      url: "/notifications",
    },
    [report.uploaderId],
    { client },
  );
}
