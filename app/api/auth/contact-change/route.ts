import { contactChangeQuery } from "@/lib/account/profile/schema";
import { answerContactChange, showContactChange } from "@/lib/account/profile/server/contact-change-page";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

const rateLimit = { name: "contact-change-link", points: 60, seconds: 900 };

export const GET = route({
  summary:
    'Shows what "That wasn\'t me" in an email about changed contact details would do; changes nothing.',
  access: "public",
  query: contactChangeQuery,
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => showContactChange(query.token, request),
});

// The page's form has no fields: everything is in the link.
export const POST = route({
  summary:
    "Restores the earlier email address and phone number, ends every session, removes all sign-in methods, and starts choosing a new password.",
  access: "public",
  query: contactChangeQuery,
  bodyMode: "stream",
  answer: "file",
  rateLimit,
  handler: (context) => answerContactChange(context.query.token, context.request, sessionOrigin(context)),
});
