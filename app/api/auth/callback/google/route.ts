import { returnFromProvider } from "@/lib/account/security/server/identity-flow-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "Receives the browser back from Google and redirects to the album.",
  access: "public",
  answer: "file",
  rateLimit: { name: "identity-return", points: 60, seconds: 900 },
  handler: (context) =>
    returnFromProvider("google", {
      request: context.request,
      actor: context.actor,
      origin: sessionOrigin(context),
    }),
});
