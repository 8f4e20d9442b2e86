import { route } from "@/lib/http/route";
import { letterHeartQuery } from "@/lib/notify/digest/schema";
import { giveLetterHeart, showLetterHeart } from "@/lib/notify/digest/server/letter-heart-service";

const rateLimit = { name: "letter-heart", points: 60, seconds: 900 };

export const GET = route({
  summary: "A page with the button that gives a heart to the photo of a weekly letter, without signing in.",
  access: "public",
  query: letterHeartQuery,
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => showLetterHeart(query.token, request),
});

export const POST = route({
  summary: "Gives the heart: the page's button.",
  access: "public",
  query: letterHeartQuery,
  bodyMode: "stream",
  answer: "file",
  rateLimit,
  handler: ({ query, request }) => giveLetterHeart(query.token, request),
});
