import { routeModules } from "@/app/_generated/route-modules";
import { declaredCalls } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

export const GET = route({
  summary: "The calls, to be read by a person.",
  access: "superAdmin",
  answer: "file",
  handler: async () => {
    const modules: Record<string, Record<string, unknown>> = {};
    for (const [path, load] of Object.entries(routeModules)) modules[path] = await load();
    const rows = declaredCalls(modules).map(
      ({ method, path, declaration }) =>
        `<tr><td><b>${method}</b></td><td><code>${escapeHtml(path)}</code></td><td>${declaration.access}</td><td>${escapeHtml(declaration.summary)}</td></tr>`,
    );
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Calls</title>
<style>body{font:16px/1.5 system-ui;max-width:70rem;margin:2rem auto;padding:0 1rem}td{padding:.3rem .8rem;border-top:1px solid #ddd;text-align:left}</style>
<h1>Calls</h1><p>The whole document, with schemas: <a href="/api/openapi.json">openapi.json</a></p>
<table>${rows.join("")}</table></html>`;
    return new Response(html, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      },
    });
  },
});
