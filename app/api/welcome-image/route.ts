import { setWelcomeImageSchema, welcomeImageSchema } from "@/lib/features/media/schema";
import { setWelcomeImage } from "@/lib/features/media/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Chooses the picture of the family's welcome page.",
  access: "admin",
  body: setWelcomeImageSchema,
  answer: welcomeImageSchema,
  handler: ({ actor, body }) => setWelcomeImage(actor, body.mediaId),
});
