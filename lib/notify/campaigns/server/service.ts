import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import type { TestMailDto } from "@/lib/core/mail-templates/schema";
import { ownAddress } from "@/lib/core/mail-templates/server/service";
import { requireKnownVariables } from "@/lib/core/mail-templates/server/variables";
import { isMailConfigured, sendCustomMail } from "@/lib/core/messages/server/service";
import { accountName } from "@/lib/core/names/server/member-name-service";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { appUrl } from "@/lib/http/app-url";
import { AppError, notFound } from "@/lib/http/errors";
import type { CampaignDto, CampaignInput, CampaignsDto } from "@/lib/notify/campaigns/schema";
import { campaignMail } from "@/lib/notify/campaigns/server/campaign-mail";
import { sendCampaignTask } from "@/lib/notify/campaigns/server/delivery-service";

const campaignSelect = {
  id: true,
  subject: true,
  heading: true,
  paragraphs: true,
  button: true,
  buttonUrl: true,
  state: true,
  audience: true,
  createdAt: true,
  startedAt: true,
  finishedAt: true,
} as const satisfies Prisma.CampaignSelect;
type CampaignRow = Prisma.CampaignGetPayload<{ select: typeof campaignSelect }>;

const listed = 100;
/** Variables that the text can use. */
const variables = ["appName", "name", "username"];

interface Progress {
  done: number;
  written: number;
}

async function progressOf(ids: string[]): Promise<Map<string, Progress>> {
  const rows = await db.$queryRaw<(Progress & { campaignId: string })[]>`
    SELECT "campaignId", count("doneAt")::int AS done, count(*) FILTER (WHERE "isWritten")::int AS written
    FROM "CampaignRecipient" WHERE "campaignId" = ANY(${ids}::uuid[]) GROUP BY "campaignId"`;
  return new Map(rows.map(({ campaignId, ...progress }) => [campaignId, progress]));
}

const campaignDto = (row: CampaignRow, progress: Progress | undefined): CampaignDto => ({
  ...row,
  ...(progress ?? { done: 0, written: 0 }),
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

async function requireCampaign(id: string): Promise<CampaignDto> {
  const row = await db.campaign.findUnique({ where: { id }, select: campaignSelect });
  if (!row) throw notFound();
  return campaignDto(row, (await progressOf([id])).get(id));
}

/** The subscribers: adults with an address that they have confirmed and whose unsubscribe link they have not used. */
const isSubscriber = Sql.sql`u.settings ->> 'news' = 'true' AND u.email IS NOT NULL
  AND u."emailConfirmedAt" IS NOT NULL AND NOT u."isChild" AND NOT u."isSuperAdmin" AND u."suspendedAt" IS NULL
  AND NOT EXISTS (SELECT 1 FROM "NewsSuppression" s WHERE s."addressHash" = sha256(convert_to(lower(u.email), 'UTF8')))`;

async function countAudience(): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM "User" u WHERE ${isSubscriber}`;
  return row?.count ?? 0;
}

export async function listCampaigns(): Promise<CampaignsDto> {
  const [audience, rows] = await Promise.all([
    countAudience(),
    db.campaign.findMany({
      select: campaignSelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: listed,
    }),
  ]);
  const progress = await progressOf(rows.map(({ id }) => id));
  return {
    audience,
    isMailConfigured: isMailConfigured(),
    items: rows.map((row) => campaignDto(row, progress.get(row.id))),
  };
}

/** @throws AppError 400 naming the field */
function requireSendable({ subject, heading, paragraphs, button }: CampaignInput): void {
  const texts = { subject, heading, button: button ?? "" };
  for (const [field, text] of Object.entries(texts)) requireKnownVariables(field, text, variables);
  for (const paragraph of paragraphs) requireKnownVariables("paragraphs", paragraph, variables);
}

/** Saves a draft. @throws AppError 400 naming the field */
export async function createCampaign(actor: Actor, input: CampaignInput): Promise<CampaignDto> {
  requireSendable(input);
  const row = await db.campaign.create({
    data: { ...input, createdById: actor.userId },
    select: campaignSelect,
  });
  return campaignDto(row, undefined);
}

const notADraft = () =>
  new AppError(
    "already_sent",
    409,
    "This was already sent, so it can no longer be changed. Please create a new one.",
  );

/** Only for drafts. @throws AppError 404, 409 */
async function requireDraft(id: string, changed: number): Promise<void> {
  if (changed > 0) return;
  await requireCampaign(id);
  throw notADraft();
}

/** @throws AppError 400 naming the field, 404, 409 once it was sent */
export async function updateCampaign(id: string, input: CampaignInput): Promise<CampaignDto> {
  requireSendable(input);
  const { count } = await db.campaign.updateMany({ where: { id, state: "draft" }, data: input });
  await requireDraft(id, count);
  return requireCampaign(id);
}

/** @throws AppError 404, 409 once it was sent */
export async function deleteCampaign(id: string): Promise<void> {
  const { count } = await db.campaign.deleteMany({ where: { id, state: "draft" } });
  await requireDraft(id, count);
}

/** Sends it only to the calling super admin. @throws AppError 400 without an address, 404 */
export async function testCampaign(actor: Actor, id: string): Promise<TestMailDto> {
  const campaign = await requireCampaign(id);
  const recipient = await ownAddress(actor);
  const unsubscribeUrl = `${appUrl()}/settings?tab=notifications`;
  const { subject, text, html } = campaignMail(campaign, {
    name: await accountName(actor.username),
    username: actor.username,
    appName: env.APP_NAME,
    unsubscribeUrl,
  });
  // The link does nothing: someone who tests it must not be unsubscribed by accident.
  await sendCustomMail({ template: "campaign", recipient, subject: `[Test] ${subject}`, text, html });
  return { recipient, isMailConfigured: isMailConfigured() };
}

/**
 * Sends a draft to all subscribers. The list is fixed here; the queue writes the mails.
 * @throws AppError 404, 409 when it was sent before or there are no subscribers
 */
export async function sendCampaign(actor: Actor, id: string): Promise<CampaignDto> {
  await db.$transaction(async (client) => {
    // If two clicks race, only one sets it to `sending`.
    const { count } = await client.campaign.updateMany({
      where: { id, state: "draft" },
      data: { state: "sending", startedAt: new Date() },
    });
    await requireDraft(id, count);
    const audience = await client.$executeRaw`
      INSERT INTO "CampaignRecipient" ("campaignId", "userId")
      SELECT ${id}::uuid, u.id FROM "User" u WHERE ${isSubscriber}`;
    if (audience === 0) {
      throw new AppError(
        "nobody_asked",
        409,
        "No one has asked for news yet, so there's no one to send it to.",
      );
    }
    await client.campaign.update({ where: { id }, data: { audience }, select: { id: true } });
    await recordActivity(
      { action: "system.campaignSent", actorId: actor.userId, detail: { campaignId: id, audience } },
      client,
    );
    await sendCampaignTask.enqueue({ campaignId: id }, { jobKey: `campaign:${id}` }, client);
  });
  return requireCampaign(id);
}
