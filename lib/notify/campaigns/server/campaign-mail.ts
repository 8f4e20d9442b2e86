import { type RenderedMail, renderMail } from "@/lib/core/messages/server/render";

interface CampaignText {
  subject: string;
  heading: string;
  paragraphs: string[];
  button: string | null;
  buttonUrl: string | null;
}

/** A campaign as a mail to one person: in the same design as all others, with the unsubscribe link. */
export function campaignMail(
  { subject, heading, paragraphs, button, buttonUrl }: CampaignText,
  values: { name: string; username: string; appName: string; unsubscribeUrl: string },
): RenderedMail {
  const template = {
    subject,
    heading,
    paragraphs,
    ...(button ? { button } : {}),
    footnote: "You get this email because you turned on news in your {{appName}} settings.",
    unsubscribe: "Unsubscribe from news",
    sample: {},
  };
  return renderMail(template, { ...values, ...(buttonUrl ? { url: buttonUrl } : {}) });
}
