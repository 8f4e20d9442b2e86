import { showQuerySchema, showStateSchema } from "@/lib/album/screens/schema";
import { getShow } from "@/lib/album/screens/server/show-service";
import { screenSecretIn, screenSetCookie } from "@/lib/core/auth/server/screens";
import { Reply, route } from "@/lib/http/route";

export const GET = route({
  summary: "What a paired TV or frame shows now, and how; it asks every other second.",
  access: "screen",
  query: showQuerySchema,
  answer: showStateSchema,
  handler: async ({ actor, query, request, isSecure }) => {
    const { state, isFirstToday } = await getShow(actor, query);
    const secret = isFirstToday && screenSecretIn(request.headers.get("cookie"), isSecure);
    return new Reply(state, secret ? { cookies: [screenSetCookie(secret, isSecure)] } : {});
  },
});
