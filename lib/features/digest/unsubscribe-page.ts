import { createHash } from "node:crypto";
import { env } from "@/lib/env";
import { appUrl } from "@/lib/http/app-url";
import { escapeHtml } from "@/lib/shared/escape-html";

const style = `:root{color-scheme:light dark}body{margin:0;padding:24px;background:#fdf9f5;color:#3a2230;font:17px/1.55 system-ui,sans-serif}
main{max-width:30rem;margin:10vh auto 0;padding:32px;background:#fff;border-radius:20px}
h1{margin:0 0 16px;font:600 28px/1.2 Georgia,serif}p{margin:0 0 16px}a{color:#a8324f}
@media (prefers-color-scheme:dark){body{background:#1c1418;color:#f6ebe6}main{background:#2a1f25}a{color:#ff9bb0}}`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** A small page of its own, for people who may not be signed in: it loads nothing and runs nothing. */
export function unsubscribePage(status: number, heading: string, words: string): Response {
  const settings = `${appUrl()}/settings?tab=notifications`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)} · ${escapeHtml(env.APP_NAME)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(words)}</p><p><a href="${escapeHtml(settings)}">Open the settings</a></p></main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
