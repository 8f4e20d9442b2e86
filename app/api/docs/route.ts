import { z } from "zod";
import { routeModules } from "@/app/_generated/route-modules";
import { appVersion } from "@/lib/app-version";
import { env } from "@/lib/env";
import { declaredCalls, openApiDocument } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";
import type { CallsDocument } from "@/lib/operations/api-reference/server/document";
import { renderReference } from "@/lib/operations/api-reference/server/render";

export const GET = route({
  summary: "The API reference, for people to read and search.",
  access: "superAdmin",
  query: z.object({ q: z.string().max(100).optional() }),
  answer: "file",
  handler: async ({ query }) => {
    const modules: Record<string, Record<string, unknown>> = {};
    for (const [path, load] of Object.entries(routeModules)) modules[path] = await load();
    const document = openApiDocument(declaredCalls(modules), { title: env.APP_NAME, version: appVersion });
    return new Response(renderReference(document as unknown as CallsDocument, query.q ?? ""), {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "private, no-store",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      },
    });
  },
});
