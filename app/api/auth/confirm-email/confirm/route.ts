import { confirmEmailQuery } from "@/lib/account/profile/schema";
import { answerEmailConfirmation } from "@/lib/account/profile/server/confirm-email-page";
import { route } from "@/lib/http/route";

// The page's form has no fields: everything is in the link.
export const POST = route({
  summary:
    "Confirms a new email address with the link emailed to it; a browser is redirected to the profile.",
  access: "public",
  query: confirmEmailQuery,
  bodyMode: "stream",
  answer: "file",
  rateLimit: { name: "confirm-email-link", points: 60, seconds: 900 },
  handler: ({ query, request }) => answerEmailConfirmation(query.token, request),
});
