import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { privateHeaders } from "@/lib/http/private-headers";
import { escapeHtml } from "@/lib/shared/escape-html";

const style = `:root{color-scheme:light dark}body{margin:0;padding:24px;background:#fdf9f5;color:#3a2230;font:17px/1.55 system-ui,sans-serif}
main{max-width:30rem;margin:10vh auto 0;padding:32px;background:#fff;border-radius:20px}
h1{margin:0 0 16px;font:600 28px/1.2 Georgia,serif}p{margin:0 0 16px;overflow-wrap:anywhere}a{color:#a8324f}
form{margin:0 0 16px}button{min-height:48px;padding:0 24px;border:0;border-radius:24px;background:#a8324f;color:#fff;font:600 17px system-ui,sans-serif;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#1c1418;color:#f6ebe6}main{background:#2a1f25}a{color:#ff9bb0}button{background:#ff9bb0;color:#2a1f25}}`;
const styleHash = createHash("sha256").update(style).digest("base64");

export interface PlainPage {
  status: number;
  heading: string;
  text: string;
  /** Performs the link's action: programs that scan mail open links, but don't press buttons. */
  button?: { label: string; action: string };
  link?: { label: string; href: string };
}

/** Whether the client is a browser, rather than a program that wants JSON. */
export const wantsPage = (request: Request) => request.headers.get("accept")?.includes("text/html") ?? false;

/** A small standalone page for people who may not be signed in: it loads nothing and runs nothing. */
export function plainPage({ status, heading, text, button, link }: PlainPage): Response {
  const form = button
    ? `<form method="post" action="${escapeHtml(button.action)}"><button>${escapeHtml(button.label)}</button></form>`
    : "";
  const anchor = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)} · ${escapeHtml(env.APP_NAME)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${form}${anchor}</main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${button ? "'self'" : "'none'"}; frame-ancestors 'none'`,
      ...privateHeaders,
      // With no-referrer a browser would send the form with `Origin: null`, which is refused.
      "Referrer-Policy": button ? "same-origin" : "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** Redirects a browser after its form was sent. */
export function seeOther(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: path, "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" },
  });
}
