import {
  type LiveUntil,
  openMessage,
  type StoredLivePart,
  storedMessageSelect,
  withoutLivePart,
} from "@/lib/core/messages/server/live-part";
import { reserveMailSlot } from "@/lib/core/messages/server/mail-ceiling-service";
import { renderMail, renderText } from "@/lib/core/messages/server/render";
import { deliverMessageTask, maxDeliveryAttempts } from "@/lib/core/messages/server/tasks";
import { getEffectiveMailTemplate } from "@/lib/core/messages/server/template-text-service";
import {
  type MailTemplateName,
  type MailValues,
  type SmsTemplateName,
  type SmsValues,
  smsTemplates,
} from "@/lib/core/messages/server/templates";
import { accountName } from "@/lib/core/names/server/member-name-service";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import type { MessageChannel } from "@/lib/generated/prisma/enums";
import { getMailer } from "@/lib/platform/mail/mail";
import { getSmsSender } from "@/lib/platform/sms/sms";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";

/** Whether messages are sent; otherwise they wait in the outbox and pages say so. */
export const isMailConfigured = () => getMailer() !== null;
export const isSmsConfigured = () => getSmsSender() !== null;

interface Written extends Partial<StoredLivePart> {
  template: string;
  recipient: string;
  subject?: string;
  text: string;
  html?: string;
  unsubscribeUrl?: string;
}

async function post(channel: MessageChannel, message: Written, client: Prisma.TransactionClient) {
  const isConfigured = channel === "mail" ? isMailConfigured() : isSmsConfigured();
  const { id } = await client.outboxMessage.create({
    data: { channel, ...message, state: isConfigured ? "queued" : "held" },
    select: { id: true },
  });
  if (!isConfigured) return;
  await deliverMessageTask.enqueue(
    { messageId: id },
    { jobKey: `message:${id}`, maxAttempts: maxDeliveryAttempts },
    client,
  );
}

/**
 * Puts a mail into the outbox; the queue sends it. With a transaction it is sent exactly when the change it reports is
 * committed.
 */
export async function sendMail<Name extends MailTemplateName>(
  template: Name,
  to: string,
  values: MailValues<Name>,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  const content = await getEffectiveMailTemplate(template, client);
  const { values: shown, stored } = await withoutLivePart<Record<string, string>>(values, client);
  const { username } = shown;
  // A recipient whose mail names no account has no name here.
  const name = username ? await accountName(username, client) : "";
  const mail = renderMail(content, { name, ...shown, appName: env.APP_NAME });
  const { unsubscribeUrl } = shown;
  const message = {
    template,
    recipient: to,
    ...mail,
    ...stored,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  };
  await post("mail", message, client);
}

/** Puts a mail whose text isn't one of the code's templates into the outbox: a campaign's, a test's. */
export async function sendCustomMail(
  mail: {
    template: string;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    unsubscribeUrl?: string;
  },
  client: Prisma.TransactionClient = db,
): Promise<void> {
  await post("mail", mail, client);
}

/** Puts an SMS into the outbox. @param to in international form @param end when the code in it expires */
export async function sendSms<Name extends SmsTemplateName>(
  template: Name,
  to: string,
  values: SmsValues<Name>,
  end?: LiveUntil,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  const { values: shown, stored } = await withoutLivePart<Record<string, string>>(values, client, end);
  const text = renderText(smsTemplates[template].text, { ...shown, appName: env.APP_NAME });
  await post("sms", { template, recipient: to, text, ...stored }, client);
}

async function deliver(message: {
  id: string;
  channel: MessageChannel;
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  unsubscribeUrl: string | null;
}): Promise<void> {
  if (message.channel === "mail") {
    const mailer = getMailer();
    if (!mailer) throw new Error("No mail server is set up (SMTP_URL)");
    const { id, recipient, subject, text, html, unsubscribeUrl } = message;
    await mailer.send({ id, to: recipient, subject: subject ?? "", text, html: html ?? "", unsubscribeUrl });
    return;
  }
  const sender = getSmsSender();
  if (!sender) throw new Error("No SMS provider is set up (TWILIO_ACCOUNT_SID)");
  await sender.send(message.recipient, message.text);
}

/**
 * Sends a message from the outbox; one that was already sent or given up is left alone.
 * @param attempt of the queue; after the last one the message has failed
 * @throws Error when it could not be sent now: the queue tries again
 */
export async function deliverMessage(messageId: string, attempt: number): Promise<void> {
  const message = await db.outboxMessage.findFirst({
    where: { id: messageId, state: "queued" },
    select: {
      id: true,
      channel: true,
      template: true,
      recipient: true,
      subject: true,
      ...storedMessageSelect,
      unsubscribeUrl: true,
    },
  });
  if (!message) return;
  // Not lost: releaseWaitingMails queues it again.
  if (message.channel === "mail" && !(await reserveMailSlot(message))) return;
  const where = { id: message.id };
  try {
    const { livePart: _, livePartUntil: _until, ...sent } = message;
    const opened = openMessage(message);
    // Used, replaced or expired while it waited: the link would lead nowhere.
    if (!opened) throw new UndeliverableError("Its link or code expired before it could be sent");
    await deliver({ ...sent, ...opened });
  } catch (error) {
    const isOver = error instanceof UndeliverableError || attempt >= maxDeliveryAttempts;
    const { message: reason } = error as { message?: unknown };
    await db.outboxMessage.update({
      where,
      data: { error: String(reason).slice(0, 500), ...(isOver ? { state: "failed" } : {}) },
      select: { id: true },
    });
    if (error instanceof UndeliverableError) return;
    throw error;
  }
  await db.outboxMessage.update({
    where,
    data: {
      state: "sent",
      sentAt: new Date(),
      text: "",
      html: null,
      livePart: null,
      unsubscribeUrl: null,
      error: null,
    },
    select: { id: true },
  });
}
