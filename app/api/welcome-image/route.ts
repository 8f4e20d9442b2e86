import { setWelcomeImageSchema, welcomeImageSchema } from "@/lib/features/media/schema";
import {
  getWelcomeImageId,
  setWelcomeImage,
  unsetWelcomeImage,
} from "@/lib/features/media/welcome-image-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Which picture welcomes the family; null: none.",
  access: "member",
  answer: welcomeImageSchema,
  handler: ({ actor }) => getWelcomeImageId(actor),
});

export const POST = route({
  summary: "Chooses the picture of the family's welcome page.",
  access: "admin",
  body: setWelcomeImageSchema,
  answer: welcomeImageSchema,
  handler: ({ actor, body }) => setWelcomeImage(actor, body.mediaId),
});

export const DELETE = route({
  summary: "Welcomes the family without a picture again.",
  access: "admin",
  answer: welcomeImageSchema,
  handler: ({ actor }) => unsetWelcomeImage(actor),
});
