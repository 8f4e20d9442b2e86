import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import type {
  MailTemplateDto,
  RenderedMailDto,
  TemplateText,
  TestMailDto,
} from "@/lib/core/mail-templates/schema";
import { requireKnownVariables } from "@/lib/core/mail-templates/server/variables";
import { renderMail } from "@/lib/core/messages/server/render";
import { isMailConfigured, sendCustomMail } from "@/lib/core/messages/server/service";
import {
  type MailTemplate,
  type MailTemplateName,
  mailTemplates,
  sampleValues,
} from "@/lib/core/messages/server/templates";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { badInput, notFound } from "@/lib/http/errors";

const names = Object.keys(mailTemplates) as MailTemplateName[];

function requireName(name: string): MailTemplateName {
  const known = names.find((one) => one === name);
  if (!known) throw notFound();
  return known;
}

const textOf = ({ subject, heading, paragraphs, button, footnote }: MailTemplate): TemplateText => ({
  subject,
  heading,
  paragraphs: [...paragraphs],
  button: button ?? null,
  footnote: footnote ?? null,
});

const variablesOf = (template: MailTemplate) => ["appName", ...Object.keys(sampleValues(template))];

interface Edit extends TemplateText {
  updatedAt: Date;
}
const editSelect = {
  name: true,
  subject: true,
  heading: true,
  paragraphs: true,
  button: true,
  footnote: true,
  updatedAt: true,
} as const;

function templateDto(name: MailTemplateName, edit: Edit | null): MailTemplateDto {
  const template: MailTemplate = mailTemplates[name];
  return {
    name,
    isEdited: edit !== null,
    updatedAt: edit?.updatedAt.toISOString() ?? null,
    words: edit ?? textOf(template),
    variables: variablesOf(template),
    hasButton: template.button !== undefined,
  };
}

/** Every mail that Keepsake sends, with its current text. */
export async function listMailTemplates(): Promise<MailTemplateDto[]> {
  const edits = await db.mailTemplateEdit.findMany({ select: editSelect });
  const byName = new Map(edits.map(({ name, ...edit }) => [name, edit]));
  return names.map((name) => templateDto(name, byName.get(name) ?? null));
}

/** @throws AppError 404 */
export async function getMailTemplate(name: string): Promise<MailTemplateDto> {
  const known = requireName(name);
  const row = await db.mailTemplateEdit.findUnique({ where: { name: known }, select: editSelect });
  return templateDto(known, row);
}

/**
 * Refuses text the mail could not be sent with: a variable it has no value for, or no button although people need its
 * link.
 */
function requireSendable(template: MailTemplate, text: TemplateText): void {
  const variables = variablesOf(template);
  const check = (field: string, text: string) => requireKnownVariables(field, text, variables);
  check("subject", text.subject);
  check("heading", text.heading);
  for (const paragraph of text.paragraphs) check("paragraphs", paragraph);
  if (text.footnote) check("footnote", text.footnote);
  if (template.button !== undefined && text.button === null) {
    throw badInput("button", "This email has a link that people need. Please label its button.");
  }
  if (template.button === undefined && text.button !== null) {
    throw badInput("button", "This email has no link, so it can't have a button.");
  }
  if (text.button) check("button", text.button);
}

function edited(name: MailTemplateName, text: TemplateText): MailTemplate {
  const { button: _button, footnote: _footnote, ...template }: MailTemplate = mailTemplates[name];
  const { button, footnote, ...rest } = text;
  return { ...template, ...rest, ...(button ? { button } : {}), ...(footnote ? { footnote } : {}) };
}

/** Changes a mail's text, starting with the next one sent. @throws AppError 400 naming the field, 404 */
export async function saveMailTemplate(
  actor: Actor,
  name: string,
  text: TemplateText,
): Promise<MailTemplateDto> {
  const known = requireName(name);
  requireSendable(mailTemplates[known], text);
  return db.$transaction(async (client) => {
    const row = await client.mailTemplateEdit.upsert({
      where: { name: known },
      create: { name: known, ...text },
      update: text,
      select: editSelect,
    });
    const detail = { template: known };
    await recordActivity({ action: "system.mailTemplateEdited", actorId: actor.userId, detail }, client);
    return templateDto(known, row);
  });
}

/** Restores a mail's original text; can be repeated. @throws AppError 404 */
export async function resetMailTemplate(actor: Actor, name: string): Promise<MailTemplateDto> {
  const known = requireName(name);
  await db.$transaction(async (client) => {
    const { count } = await client.mailTemplateEdit.deleteMany({ where: { name: known } });
    if (count === 0) return;
    const detail = { template: known };
    await recordActivity({ action: "system.mailTemplateReset", actorId: actor.userId, detail }, client);
  });
  return templateDto(known, null);
}

const rendered = (name: MailTemplateName, text: TemplateText): RenderedMailDto => {
  requireSendable(mailTemplates[name], text);
  return renderMail(edited(name, text), { ...sampleValues(mailTemplates[name]), appName: env.APP_NAME });
};

/** A preview of the mail with this text and made-up values. @throws AppError 400 naming the field, 404 */
export async function previewMailTemplate(name: string, text: TemplateText): Promise<RenderedMailDto> {
  return rendered(requireName(name), text);
}

/** The super admin's own address. @throws AppError 400 without one */
export async function ownAddress(actor: Actor): Promise<string> {
  const { email } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { email: true },
  });
  if (!email) throw badInput("email", "Your account has no email address to send it to.");
  return email;
}

/** Sends the mail with this text and made-up values to the super admin asking. @throws AppError 400, 404 */
export async function sendTestMail(actor: Actor, name: string, text: TemplateText): Promise<TestMailDto> {
  const known = requireName(name);
  const { subject, ...mail } = rendered(known, text);
  const recipient = await ownAddress(actor);
  await sendCustomMail({ template: known, recipient, subject: `[Test] ${subject}`, ...mail });
  return { recipient, isMailConfigured: isMailConfigured() };
}
