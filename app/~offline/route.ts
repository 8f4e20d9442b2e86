import { env } from "@/lib/env";
import { route } from "@/lib/http/route";
import { offlineResponse } from "@/lib/service-worker/offline-page";

export const GET = route({
  summary: "The page that a browser keeps for a time without a connection. It says nothing about anybody.",
  access: "public",
  answer: "file",
  handler: async () => offlineResponse(env.APP_NAME),
});
