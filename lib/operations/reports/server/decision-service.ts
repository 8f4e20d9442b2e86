import { fileSelect, forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { getHiddenFile, type MediaFile } from "@/lib/album/media/server/file-service";
import { pathToItem } from "@/lib/album/media/server/notified-paths";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import type { ContentDecisionDto, ContentReportDto, ListReportsQuery } from "@/lib/operations/reports/schema";
import { isUniqueViolation } from "@/lib/shared/database-errors";

const maxListed = 200;

function requireCanDecide(actor: MemberActor): void {
  if (!may(actor, "media.deleteAny")) throw forbidden("Only the family's admins can do this.");
}

const personSelect = (familyId: string) => ({ select: { ...nameSelect(familyId), id: true } }) as const;

const reportSelect = (familyId: string) =>
  ({
    id: true,
    mediaId: true,
    reason: true,
    createdAt: true,
    decision: true,
    decidedAt: true,
    reporter: personSelect(familyId),
    decidedBy: personSelect(familyId),
    media: {
      select: {
        fileName: true,
        mediaType: true,
        year: true,
        month: true,
        description: true,
        uploadDate: true,
        width: true,
        height: true,
        uploader: personSelect(familyId),
      },
    },
  }) as const satisfies Prisma.ContentReportSelect;

type ReportRow = Prisma.ContentReportGetPayload<{ select: ReturnType<typeof reportSelect> }>;

const personDto = (person: ReportRow["reporter"]) => person && { id: person.id, name: nameOf(person) };

function reportDto({ media, reporter, decidedBy, ...row }: ReportRow): ContentReportDto {
  const item = media && {
    ...media,
    uploadDate: media.uploadDate.toISOString(),
    uploadedBy: personDto(media.uploader),
  };
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reportedBy: personDto(reporter),
    decidedBy: personDto(decidedBy),
    item,
  };
}

/** The family's reported items: undecided, oldest first; or decided, latest first. @throws AppError 403 */
export async function listContentReports(
  actor: MemberActor,
  { state = "undecided" }: ListReportsQuery = {},
): Promise<ContentReportDto[]> {
  requireCanDecide(actor);
  const { familyId } = actor;
  const isWaiting = state === "undecided";
  const rows = await db.contentReport.findMany({
    where: { familyId, decision: isWaiting ? null : { not: null } },
    select: reportSelect(familyId),
    orderBy: isWaiting ? [{ createdAt: "asc" }, { id: "asc" }] : [{ decidedAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return rows.map(reportDto);
}

async function requireReport(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  id: string,
): Promise<ContentReportDto> {
  const row = await client.contentReport.findFirst({
    where: { id, familyId: actor.familyId },
    select: reportSelect(actor.familyId),
  });
  if (!row) throw notFound();
  return reportDto(row);
}

/**
 * Shows the item to the family again, or moves it to the trash, where only admins can restore it. Repeating a decision
 * returns the same result.
 * @throws AppError 403, 404, 409 when it was decided otherwise, or the same bytes are in the album again
 */
export async function resolveContentReport(
  actor: MemberActor,
  id: string,
  action: ContentDecisionDto,
): Promise<ContentReportDto> {
  requireCanDecide(actor);
  const { familyId, userId } = actor;
  try {
    const report = await db.$transaction(async (client) => {
      const decided = await client.contentReport.updateMany({
        where: { id, familyId, decision: null },
        data: { decision: action, decidedAt: new Date(), decidedById: userId, state: "closed" },
      });
      const now = await requireReport(client, actor, id);
      if (decided.count === 0) return requireSameDecision(now, action);
      await carryOut(client, actor, now, action);
      return now;
    });
    if (report.mediaId) forgetMediaFile(report.mediaId);
    return report;
  } catch (error) {
    // The partial unique index on (familyId, sha256): the bytes were uploaded again, and this copy stays hidden.
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(
      "already_in_album",
      409,
      "The album already has another copy of this file. Please delete this one instead.",
    );
  }
}

function requireSameDecision(report: ContentReportDto, action: ContentDecisionDto): ContentReportDto {
  if (report.decision === action) return report;
  throw new AppError(
    "already_decided",
    409,
    report.decision === "delete"
      ? "Another admin has already deleted it. It can be restored from the trash for 30 days."
      : "Another admin has already restored it.",
  );
}

async function carryOut(
  client: Prisma.TransactionClient,
  { familyId, userId }: MemberActor,
  report: ContentReportDto,
  action: ContentDecisionDto,
): Promise<void> {
  if (!report.mediaId) return;
  await client.media.updateMany({
    where: { id: report.mediaId, familyId },
    data:
      action === "restore"
        ? { deletedAt: null, deletedById: null }
        : // The 30 days in the trash start with the decision.
          { deletedAt: new Date(), deletedById: userId, featured: false },
  });
  await recordActivity(
    { action: "report.decided", actorId: userId, familyId, detail: { decision: action } },
    client,
  );
  const isVideo = report.item?.mediaType === "video";
  const thing = isVideo ? "video" : "photo";
  const audience = [report.reportedBy?.id, report.item?.uploadedBy?.id].filter((one) => one !== undefined);
  await notify(
    {
      kind: "account",
      familyId,
      actorId: userId,
      title: action === "restore" ? `The ${thing} is back in the album` : `The ${thing} was deleted`,
      message:
        action === "restore"
          ? `An admin has reviewed the ${thing} that was reported, and everyone can see it again.`
          : `An admin has reviewed the ${thing} that was reported and deleted it.`,
      url: action === "restore" ? pathToItem(report.mediaId) : "/notifications",
      eventKey: `report-decided:${report.id}`,
    },
    audience,
    { client },
  );
}

/** What an admin needs to see to decide. @throws AppError 403, 404, 422, 503 while a clip is prepared */
export async function requireReportedFile(
  actor: MemberActor,
  reportId: string,
  kind: "picture" | "stream",
): Promise<MediaFile> {
  requireCanDecide(actor);
  const report = await db.contentReport.findFirst({
    where: { id: reportId, familyId: actor.familyId, decision: null },
    select: { media: { select: fileSelect } },
  });
  if (!report?.media) throw notFound();
  return getHiddenFile(report.media, kind);
}
