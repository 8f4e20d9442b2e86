import { routeModules } from "@/app/_generated/route-modules";
import { appVersion } from "@/lib/app-version";
import { env } from "@/lib/env";
import { declaredCalls, openApiDocument } from "@/lib/http/openapi";
import { route } from "@/lib/http/route";
import { openApiFile } from "@/lib/operations/api-reference/server/openapi-file";

async function makeDocument() {
  const modules: Record<string, Record<string, unknown>> = {};
  for (const [path, load] of Object.entries(routeModules)) modules[path] = await load();
  return openApiDocument(declaredCalls(modules), { title: env.APP_NAME, version: appVersion });
}

export const GET = route({
  summary: "This document, made from the declarations of the calls.",
  access: "public",
  answer: "file",
  rateLimit: { name: "openapi", points: 60, seconds: 60 },
  handler: ({ request }) => openApiFile(request.headers, makeDocument),
});
