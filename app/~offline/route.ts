import { env } from "@/lib/env";
import { route } from "@/lib/http/route";
import { offlineResponse } from "@/lib/service-worker/offline-page";

export const GET = route({
  summary: "The page a browser shows when it is offline. It contains nothing about anyone.",
  access: "public",
  answer: "file",
  handler: async () => offlineResponse(env.APP_NAME),
});
