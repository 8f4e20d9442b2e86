import { requestCodeSchema, screenCodeSchema } from "@/lib/album/screens/schema";
import { createScreenCode } from "@/lib/album/screens/server/codes-service";
import { screenSetCookie } from "@/lib/core/auth/server/screens";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary: "A code for a TV or frame to show, with which someone pairs it; valid for ten minutes.",
  access: "public",
  body: requestCodeSchema,
  answer: screenCodeSchema,
  status: 201,
  rateLimit: { name: "screen-code", points: 30, seconds: 900 },
  handler: async ({ body, isSecure }) => {
    const { shown, secret } = await createScreenCode(body.device);
    return new Reply(shown, { cookies: [screenSetCookie(secret, isSecure)] });
  },
});
