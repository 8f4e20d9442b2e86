import { z } from "zod";
import {
  type LiveUntil,
  openMessage,
  type StoredLivePart,
  storedMessageSelect,
  withoutLivePart,
} from "@/lib/core/messages/server/live-part";
import { reserveMailSlot } from "@/lib/core/messages/server/mail-ceiling-service";
import { renderMail, renderText, type ShownMailPicture } from "@/lib/core/messages/server/render";
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
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { Prisma } from "@/lib/generated/prisma/client";
import type { MessageChannel } from "@/lib/generated/prisma/enums";
import { getMailer, type MailPicture } from "@/lib/platform/mail/mail";
import { getSmsSender } from "@/lib/platform/sms/sms";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";

/** Whether messages are sent; otherwise they wait in the outbox and pages say so. */
export const isMailConfigured = () => getMailer() !== null;
export const isSmsConfigured = () => getSmsSender() !== null;

/** A picture that a mail shows; read from the storage when the mail is sent. */
const mailPictureSchema = z.object({
  /** Identifies it in the mail's HTML. */
  id: z.string(),
  /** Storage key. */
  key: z.string(),
  contentType: z.string(),
});
export type StoredMailPicture = z.infer<typeof mailPictureSchema>;

interface Written extends Partial<StoredLivePart> {
  template: string;
  recipient: string;
  subject?: string;
  text: string;
  html?: string;
  unsubscribeUrl?: string;
  pictures?: readonly StoredMailPicture[];
}

async function post(
  channel: MessageChannel,
  { pictures = [], ...message }: Written,
  client: Prisma.TransactionClient,
) {
  const isConfigured = channel === "mail" ? isMailConfigured() : isSmsConfigured();
  const shown = pictures.length > 0 ? { pictures: [...pictures] } : {};
  const { id } = await client.outboxMessage.create({
    data: { channel, ...message, ...shown, state: isConfigured ? "queued" : "held" },
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
 * Puts a mail into the outbox; the queue sends it. Inside a transaction, it is sent if and only if the change it
 * reports is committed.
 */
export async function sendMail<Name extends MailTemplateName>(
  template: Name,
  to: string,
  values: MailValues<Name>,
  client: Prisma.TransactionClient = db,
  pictures: readonly (StoredMailPicture & ShownMailPicture)[] = [],
): Promise<void> {
  const content = await getEffectiveMailTemplate(template, client);
  const { values: shown, stored } = await withoutLivePart<Record<string, string>>(values, client);
  const { username } = shown;
  // If the mail names no account, its recipient has no name.
  const name = username ? await accountName(username, client) : "";
  const mail = renderMail(content, { name, ...shown, appName: env.APP_NAME }, pictures);
  const { unsubscribeUrl } = shown;
  const message = {
    template,
    recipient: to,
    ...mail,
    ...stored,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    pictures: pictures.map(({ id, key, contentType }) => ({ id, key, contentType })),
  };
  await post("mail", message, client);
}

/** Puts a mail whose text isn't one of the code's templates into the outbox: a campaign or a test. */
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

/** Leaves out pictures deleted in the meantime: the mail shows their captions. */
async function readPictures(stored: unknown): Promise<MailPicture[]> {
  const pictures: MailPicture[] = [];
  for (const { id, key, contentType } of z.array(mailPictureSchema).catch([]).parse(stored)) {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of await getStorage().read(key)) pieces.push(Buffer.from(piece as Uint8Array));
    } catch (error) {
      if (error instanceof StorageError && error.code === "missing") continue;
      throw error;
    }
    pictures.push({ id, contentType, content: Buffer.concat(pieces) });
  }
  return pictures;
}

async function deliver(message: {
  id: string;
  channel: MessageChannel;
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  unsubscribeUrl: string | null;
  pictures: unknown;
}): Promise<void> {
  if (message.channel === "mail") {
    const mailer = getMailer();
    if (!mailer) throw new Error("No mail server is set up (SMTP_URL)");
    const { id, recipient, subject, text, html, unsubscribeUrl } = message;
    const pictures = await readPictures(message.pictures);
    const content = { subject: subject ?? "", text, html: html ?? "" };
    await mailer.send({ id, to: recipient, ...content, unsubscribeUrl, pictures });
    return;
  }
  const sender = getSmsSender();
  if (!sender) throw new Error("No SMS provider is set up (TWILIO_ACCOUNT_SID)");
  await sender.send(message.recipient, message.text);
}

/**
 * Sends a message from the outbox; one that was already sent or abandoned is left alone.
 * @param attempt the queue's count; after the last one, the message has failed
 * @throws Error if it could not be sent now: the queue tries again
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
      pictures: true,
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
      pictures: Prisma.DbNull,
      error: null,
    },
    select: { id: true },
  });
}
