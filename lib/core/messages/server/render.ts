import type { MailTemplate } from "@/lib/core/messages/server/templates";
import { escapeHtml } from "@/lib/shared/escape-html";
import { withoutWebAddresses } from "@/lib/shared/web-address";

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Names people typed for themselves and their family: they must not become links anywhere in a mail. */
const typedNames = new Set([
  "family",
  "inviter",
  "name",
  "username",
  "owner",
  "admin",
  "child",
  "childUsername",
  "giver",
]);

/** For names typed before web addresses were refused, and for anything an admin's own text puts into a subject. */
function withoutLinks(values: Record<string, string>, isSubject: boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isTyped = typedNames.has(name) || (isSubject && name !== "appName");
      return [name, isTyped ? withoutWebAddresses(value) : value];
    }),
  );
}

/** Replaces `{{name}}` with values; null when a value is empty. */
function fill(text: string, values: Record<string, string>): string | null {
  let isComplete = true;
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    if (value === "") isComplete = false;
    // A value is a single line, and never opens another placeholder.
    return value.replace(/\s+/g, " ").trim();
  });
  return isComplete ? filled : null;
}

/** The text of a short message. */
export function renderText(text: string, values: Record<string, string>): string {
  return fill(text, values) ?? "";
}

const colours = { paper: "#fdf9f5", card: "#ffffff", ink: "#3a2230", quiet: "#6d5561", accent: "#b8405a" };

/** A picture that comes with a mail. */
export interface ShownMailPicture {
  id: string;
  /** Shown below it, and to people who don't see it. */
  caption: string;
}

const pictureHtml = ({ id, caption }: ShownMailPicture) =>
  `<p style="margin:0 0 20px"><img src="cid:${escapeHtml(id)}" alt="${escapeHtml(caption)}" style="display:block;width:100%;max-width:520px;height:auto;border-radius:16px">${caption ? `<span style="display:block;margin-top:8px;font-size:14px;color:${colours.quiet}">${escapeHtml(caption)}</span>` : ""}</p>`;

const buttonHtml = (label: string, url: string) =>
  `<a href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:13px 24px;border-radius:999px;background:${colours.accent};color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;

/**
 * A mail as text and as HTML. Values are escaped; nothing is loaded from elsewhere.
 * @param pictures the first goes before the last paragraph, which is about it; the others below the buttons
 */
export function renderMail(
  template: MailTemplate,
  values: Record<string, string>,
  [first, ...others]: readonly ShownMailPicture[] = [],
): RenderedMail {
  const inText = withoutLinks(values, false);
  const inSubject = withoutLinks(values, true);
  const filled = (text: string | undefined, from = inText) => (text ? fill(text, from) : null);
  const heading = filled(template.heading, inSubject) ?? "";
  const paragraphs = template.paragraphs
    .map((paragraph) => filled(paragraph))
    .filter((text) => text !== null);
  const url = values.url ?? "";
  // A button without an address is omitted.
  const button = url ? filled(template.button) : null;
  const { secondUrl = "" } = values;
  const second = secondUrl ? filled(template.secondButton) : null;
  const footnote = filled(template.footnote);
  const { unsubscribeUrl = "" } = values;
  const unsubscribe = unsubscribeUrl ? filled(template.unsubscribe) : null;
  const text = [
    heading,
    ...paragraphs,
    button && `${button}:\n${url}`,
    second && `${second}:\n${secondUrl}`,
    footnote,
    unsubscribe && `${unsubscribe}:\n${unsubscribeUrl}`,
    `-- \n${values.appName}`,
  ]
    .filter(Boolean)
    .join("\n\n");
  const line = (content: string, style: string) => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:24px;background:${colours.paper};color:${colours.ink};font:16px/1.55 -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:${colours.card};border-radius:20px">
<p style="margin:0 0 20px;color:${colours.accent};font-weight:700">${escapeHtml(values.appName ?? "")}</p>
<h1 style="margin:0 0 20px;font:600 26px/1.2 Georgia,serif">${escapeHtml(heading)}</h1>
${paragraphs.map((content, at) => `${first && at === paragraphs.length - 1 ? pictureHtml(first) : ""}${line(escapeHtml(content), "")}`).join("\n")}
${button ? `<p style="margin:28px 0">${buttonHtml(button, url)}${second ? buttonHtml(second, secondUrl) : ""}</p>` : ""}
${button ? line(`Or open this address: <a href="${escapeHtml(url)}" style="color:${colours.accent};word-break:break-all">${escapeHtml(url)}</a>`, `font-size:14px;color:${colours.quiet}`) : ""}
${others.map(pictureHtml).join("\n")}
${footnote ? line(escapeHtml(footnote), `font-size:14px;color:${colours.quiet}`) : ""}
${unsubscribe ? line(`<a href="${escapeHtml(unsubscribeUrl)}" style="color:${colours.accent}">${escapeHtml(unsubscribe)}</a>`, "font-size:14px") : ""}
</div></body></html>`;
  return { subject: filled(template.subject, inSubject) ?? heading, text, html };
}
