import { route } from "@/lib/http/route";
import { unsubscribeQuery } from "@/lib/notify/digest/schema";
import { answerUnsubscribe, showUnsubscribe } from "@/lib/notify/digest/server/unsubscribe-answer-service";

const rateLimit = { name: "unsubscribe", points: 60, seconds: 900 };

export const GET = route({
  summary: "A page with the button that ends the weekly email, or the news, without signing in.",
  access: "public",
  query: unsubscribeQuery,
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => showUnsubscribe(query.token, request),
});

// RFC 8058: mail programs submit the form themselves; its body says nothing that the link doesn't.
export const POST = route({
  summary: "Ends the weekly email, or the news: the page's button, or a mail program's own.",
  access: "public",
  query: unsubscribeQuery,
  bodyMode: "stream",
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => answerUnsubscribe(query.token, request),
});
