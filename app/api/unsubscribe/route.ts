import { unsubscribeQuery } from "@/lib/features/digest/schema";
import { answerUnsubscribe } from "@/lib/features/digest/unsubscribe-answer-service";
import { route } from "@/lib/http/route";

const rateLimit = { name: "unsubscribe", points: 60, seconds: 900 };

export const GET = route({
  summary: "Ends the weekly e-mail, or the news, of whoever's link this is, without signing in.",
  access: "public",
  query: unsubscribeQuery,
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => answerUnsubscribe(query.token, request),
});

// RFC 8058: mail programs press the button themselves, with a form's body, which says nothing that the link doesn't.
export const POST = route({
  summary: "Ends the weekly e-mail, or the news, by a mail program's own unsubscribe button.",
  access: "public",
  query: unsubscribeQuery,
  bodyMode: "stream",
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => answerUnsubscribe(query.token, request),
});
