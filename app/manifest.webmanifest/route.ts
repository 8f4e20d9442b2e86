import { env } from "@/lib/env";
import { route } from "@/lib/http/route";
import { manifestResponse } from "@/lib/service-worker/manifest";

// Otherwise Next would generate it once, while building, when no settings are known.
export const dynamic = "force-dynamic";

export const GET = route({
  summary: "The web app manifest: name, icons, and what other apps may share with the album.",
  access: "public",
  answer: "file",
  handler: async () => manifestResponse(env.APP_NAME),
});
