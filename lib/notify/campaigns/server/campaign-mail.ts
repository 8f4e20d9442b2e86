import { type RenderedMail, renderMail } from "@/lib/core/messages/server/render";

interface Words {
  subject: string;
  heading: string;
  paragraphs: string[];
  button: string | null;
  buttonUrl: string | null;
}

/** A campaign as one person's mail: in the look of all others, with the link that ends them. */
export function campaignMail(
  { subject, heading, paragraphs, button, buttonUrl }: Words,
  values: { name: string; username: string; appName: string; unsubscribeUrl: string },
): RenderedMail {
  const template = {
    subject,
    heading,
    paragraphs,
    ...(button ? { button } : {}),
    footnote: "You get this because you turned on news in the settings of {{appName}}.",
    unsubscribe: "Unsubscribe from news",
    sample: {},
  };
  return renderMail(template, { ...values, ...(buttonUrl ? { url: buttonUrl } : {}) });
}
