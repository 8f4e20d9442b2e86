import {
  type MailTemplate,
  type MailTemplateName,
  mailTemplates,
} from "@/lib/core/messages/server/templates";
import { db, type Prisma } from "@/lib/db";

/** A mail's current text: the super admin's, otherwise the code's. */
export async function getEffectiveMailTemplate(
  name: MailTemplateName,
  client: Prisma.TransactionClient = db,
): Promise<MailTemplate> {
  const template: MailTemplate = mailTemplates[name];
  const edit = await client.mailTemplateEdit.findUnique({
    where: { name },
    select: { subject: true, heading: true, paragraphs: true, button: true, footnote: true },
  });
  if (!edit) return template;
  const { button: _button, footnote: _footnote, ...kept } = template;
  const { button, footnote, ...text } = edit;
  return { ...kept, ...text, ...(button ? { button } : {}), ...(footnote ? { footnote } : {}) };
}
