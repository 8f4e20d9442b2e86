import { setWelcomeImageSchema, welcomeImageSchema } from "@/lib/album/media/schema";
import {
  getWelcomeImageId,
  setWelcomeImage,
  unsetWelcomeImage,
} from "@/lib/album/media/server/welcome-image-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's welcome photo; null: none.",
  access: "member",
  keyScope: "read",
  answer: welcomeImageSchema,
  handler: ({ actor }) => getWelcomeImageId(actor),
});

export const POST = route({
  summary: "Sets the family's welcome photo.",
  access: "admin",
  body: setWelcomeImageSchema,
  answer: welcomeImageSchema,
  handler: ({ actor, body }) => setWelcomeImage(actor, body.mediaId),
});

export const DELETE = route({
  summary: "Removes the family's welcome photo.",
  access: "admin",
  answer: welcomeImageSchema,
  handler: ({ actor }) => unsetWelcomeImage(actor),
});
