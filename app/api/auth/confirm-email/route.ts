import { z } from "zod";
import { confirmEmailQuery } from "@/lib/account/profile/schema";
import { showEmailConfirmation } from "@/lib/account/profile/server/confirm-email-page";
import { resendConfirmation } from "@/lib/account/profile/server/pending-email-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The address that an emailed link would confirm; a browser gets a page with the button. Confirms nothing: programs that scan email open links too.",
  access: "public",
  query: confirmEmailQuery,
  answer: "file",
  rateLimit: { name: "confirm-email-link", points: 60, seconds: 900 },
  handler: ({ query, request }) => showEmailConfirmation(query.token, request),
});

export const POST = route({
  summary: "Emails the confirmation of the pending email address again.",
  access: "user",
  refusesDirectAccess: true,
  answer: z.object({ pendingEmail: z.string() }),
  handler: ({ actor }) => resendConfirmation(actor),
});
