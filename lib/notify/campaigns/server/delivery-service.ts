import { z } from "zod";
import { sendCustomMail } from "@/lib/core/messages/server/service";
import { isSuppressed } from "@/lib/core/messages/server/suppression-service";
import { accountName } from "@/lib/core/names/server/member-name-service";
import { readUserSettings } from "@/lib/core/settings/schema";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { appUrl } from "@/lib/http/app-url";
import { campaignMail } from "@/lib/notify/campaigns/server/campaign-mail";
import { unsubscribeToken } from "@/lib/notify/digest/server/unsubscribe-token";
import { defineTask } from "@/lib/platform/queue/task";

/** Number of people whose mails are written in one transaction. */
const atOnce = 50;

interface Campaign {
  id: string;
  subject: string;
  heading: string;
  paragraphs: string[];
  button: string | null;
  buttonUrl: string | null;
}

/** Writes to a person who is still subscribed. @returns whether a mail was written */
async function writeTo(
  client: Prisma.TransactionClient,
  campaign: Campaign,
  userId: string,
): Promise<boolean> {
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { username: true, email: true, emailConfirmedAt: true, settings: true, suspendedAt: true },
  });
  if (!user?.email || !user.emailConfirmedAt || user.suspendedAt) return false;
  if (!readUserSettings(user.settings).news) return false;
  if (await isSuppressed(user.email, client)) return false;
  const unsubscribeUrl = `${appUrl()}/api/unsubscribe?token=${unsubscribeToken(userId, "news")}`;
  const mail = campaignMail(campaign, {
    name: await accountName(user.username, client),
    username: user.username,
    appName: env.APP_NAME,
    unsubscribeUrl,
  });
  await sendCustomMail({ template: "campaign", recipient: user.email, ...mail, unsubscribeUrl }, client);
  return true;
}

async function writeSome(campaign: Campaign): Promise<number> {
  return db.$transaction(
    async (client) => {
      // Rows that another worker has locked are skipped; a mail and its mark commit together, so nobody gets two.
      const waiting = await client.$queryRaw<{ userId: string }[]>`
        SELECT "userId" FROM "CampaignRecipient" WHERE "campaignId" = ${campaign.id}::uuid AND "doneAt" IS NULL
        ORDER BY "userId" LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`;
      for (const { userId } of waiting) {
        const isWritten = await writeTo(client, campaign, userId);
        await client.campaignRecipient.update({
          where: { campaignId_userId: { campaignId: campaign.id, userId } },
          data: { doneAt: new Date(), isWritten },
          select: { userId: true },
        });
      }
      return waiting.length;
    },
    { timeout: 60_000, maxWait: 10_000 },
  );
}

/** Writes the mails of a campaign that is being sent; continues what a killed worker left. */
export async function deliverCampaign(campaignId: string): Promise<void> {
  const campaign = await db.campaign.findFirst({
    where: { id: campaignId, state: "sending" },
    select: { id: true, subject: true, heading: true, paragraphs: true, button: true, buttonUrl: true },
  });
  if (!campaign) return;
  while ((await writeSome(campaign)) === atOnce);
  await db.$executeRaw`
    UPDATE "Campaign" SET state = 'sent', "finishedAt" = now() WHERE id = ${campaignId}::uuid AND state = 'sending'
      AND NOT EXISTS (SELECT 1 FROM "CampaignRecipient" WHERE "campaignId" = ${campaignId}::uuid AND "doneAt" IS NULL)`;
}

/** Writes a campaign's mails, in batches. */
export const sendCampaignTask = defineTask(
  "campaigns.send",
  z.object({ campaignId: z.uuid() }),
  ({ campaignId }) => deliverCampaign(campaignId),
);
