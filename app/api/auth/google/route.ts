import { z } from "zod";
import { startAtProvider } from "@/lib/account/security/server/identity-flow-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Sends the browser to Google to sign in, or to link an account there.",
  access: "public",
  query: z.object({ link: z.string().optional(), next: z.string().optional() }),
  answer: "file",
  rateLimit: { name: "identity-start", points: 60, seconds: 900 },
  handler: ({ query, request }) => startAtProvider("google", query, { request }),
});
