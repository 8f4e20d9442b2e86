import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { sendMail } from "@/lib/core/messages/server/service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { databasePool, db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { badInput, notFound } from "@/lib/http/errors";
import {
  type DeskDto,
  type DeskQuery,
  type DeskReportDto,
  type ReportKind,
  type ReportState,
  type ResolveDeskInput,
  reportKinds,
} from "@/lib/operations/reports-desk/schema";

interface ReportRow {
  id: string;
  kind: ReportKind;
  state: ReportState;
  title: string;
  message: string;
  note: string;
  answer: string;
  familyId: string | null;
  familyName: string | null;
  reporterId: string | null;
  reporterName: string | null;
  reporterEmail: string | null;
  decision: DeskReportDto["decision"];
  createdAt: Date;
  updatedAt: Date;
}

// Both kinds together. For a reported picture, only the reason and the decision leave the family.
const reports = `
  SELECT r.*, f.name AS "familyName", u.username AS "reporterName", u.email AS "reporterEmail" FROM (
    SELECT id, 'issue' AS kind, state::text, title, message, note, answer, "familyId", "userId" AS "reporterId",
           NULL AS decision, "createdAt", "updatedAt" FROM "IssueReport"
    UNION ALL
    SELECT id, 'content', state::text, '', reason, note, '', "familyId", NULL, decision::text, "createdAt", "updatedAt"
    FROM "ContentReport") r
  LEFT JOIN "Family" f ON f.id = r."familyId"
  LEFT JOIN "User" u ON u.id = r."reporterId"`;

function reportDto(row: ReportRow, isForPeople: boolean): DeskReportDto {
  const { familyId, familyName, reporterId, reporterName, reporterEmail, createdAt, updatedAt, ...rest } =
    row;
  return {
    ...rest,
    // What people write is for people. The reason for reporting a picture is such a text, too.
    ...(isForPeople ? {} : { title: "", message: "", note: "", answer: "" }),
    family: familyId ? { id: familyId, name: familyName ?? "" } : null,
    reporter:
      isForPeople && reporterId
        ? { id: reporterId, username: reporterName ?? "", email: reporterEmail }
        : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const noCounts = () => ({ open: 0, in_progress: 0, closed: 0 });

async function countReports(): Promise<DeskDto["counts"]> {
  const { rows } = await databasePool().query<{ kind: ReportKind; state: ReportState; count: number }>(
    `SELECT 'issue' AS kind, state::text, count(*)::int AS count FROM "IssueReport" GROUP BY state
     UNION ALL SELECT 'content', state::text, count(*)::int FROM "ContentReport" GROUP BY state`,
  );
  const counts = { issue: noCounts(), content: noCounts() };
  for (const { kind, state, count } of rows) counts[kind][state] = count;
  return counts;
}

/**
 * Issue and content reports, waiting ones first, then the latest.
 * @param actor null for a program with an API key, which sees neither people's texts nor names
 */
export async function listReports(actor: Actor | null, query: DeskQuery): Promise<DeskDto> {
  const { kind = null, state = null, limit, offset } = query;
  const [counts, { rows }] = await Promise.all([
    countReports(),
    databasePool().query<ReportRow>(
      `${reports} WHERE ($1::text IS NULL OR r.kind = $1) AND ($2::text IS NULL OR r.state = $2)
       ORDER BY r.state = 'closed', r."createdAt" DESC, r.id DESC LIMIT $3 OFFSET $4`,
      [kind, state, limit, offset],
    ),
  ]);
  const kinds: readonly ReportKind[] = kind ? [kind] : reportKinds;
  const total = kinds.reduce(
    (sum, one) =>
      sum + (state ? counts[one][state] : Object.values(counts[one]).reduce((all, some) => all + some, 0)),
    0,
  );
  return {
    counts,
    items: rows.map((row) => reportDto(row, actor !== null)),
    pagination: { total, limit, offset, hasMore: offset + rows.length < total },
  };
}

/** Sends an answer to the person who reported an issue, by mail and in the album if they can be reached there. */
async function answerReport(
  client: Prisma.TransactionClient,
  actor: Actor,
  id: string,
  answer: string,
): Promise<void> {
  // If the same text is submitted twice, one request changes the row and sends it.
  const [report] = await client.issueReport.updateManyAndReturn({
    where: { id, answer: { not: answer } },
    data: { answer },
    select: { title: true, familyId: true, user: { select: { id: true, username: true, email: true } } },
  });
  if (!report) return;
  const { title, familyId, user } = report;
  const url = `${appUrl()}/report-issue`;
  if (user.email)
    await sendMail("issueAnswered", user.email, { username: user.username, title, answer, url }, client);
  if (familyId) {
    const event = { kind: "account", familyId, actorId: null, url: "/notifications" } as const;
    await notify({ ...event, title: `About your report: ${title}`, message: answer }, [user.id], { client });
  }
  const detail = { reportId: id };
  await recordActivity(
    { action: "system.reportAnswered", actorId: actor.userId, subjectId: user.id, detail },
    client,
  );
}

/**
 * Moves a report to another state (open, in progress, closed), changes its note, or answers the person who reported an
 * issue: whatever is given. Only the family decides about a reported picture, and only the family knows who reported it.
 * @throws AppError 404; 400 for an answer to a reported picture
 */
export async function resolveReport(
  actor: Actor,
  id: string,
  { state, note, answer }: ResolveDeskInput,
): Promise<DeskReportDto> {
  const data = { ...(state && { state }), ...(note === undefined ? {} : { note }) };
  await db.$transaction(async (client) => {
    const issues = await client.issueReport.updateMany({ where: { id }, data });
    const contents = await client.contentReport.updateMany({ where: { id }, data });
    if (issues.count + contents.count === 0) throw notFound();
    const kind = issues.count > 0 ? "issue" : "content";
    if (answer && kind === "content") throw badInput("answer", "Only reports of problems can be answered");
    if (answer) await answerReport(client, actor, id, answer);
    if (state) {
      await recordActivity(
        { action: "system.reportMoved", actorId: actor.userId, detail: { reportId: id, kind, state } },
        client,
      );
    }
  });
  const { rows } = await databasePool().query<ReportRow>(`${reports} WHERE r.id = $1`, [id]);
  if (!rows[0]) throw notFound();
  return reportDto(rows[0], true);
}
