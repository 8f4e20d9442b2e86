import { returnFromProvider } from "@/lib/account/security/server/identity-flow-service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "Receives the browser back from the OpenID Connect issuer and redirects to the album.",
  access: "public",
  answer: "file",
  rateLimit: { name: "identity-return", points: 60, seconds: 900 },
  handler: (context) =>
    returnFromProvider("oidc", {
      request: context.request,
      actor: context.actor,
      origin: sessionOrigin(context),
    }),
});
