import { z } from "zod";
import { featureHashtag, listFeaturedHashtags } from "@/lib/features/hashtags/featured-service";
import { featuredHashtagSchema, featureHashtagSchema } from "@/lib/features/hashtags/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The hashtags that the family's admins put forward.",
  access: "member",
  answer: z.array(featuredHashtagSchema),
  handler: ({ actor }) => listFeaturedHashtags(actor),
});

export const POST = route({
  summary: "Puts a hashtag forward; its # is added where it is missing.",
  access: "admin",
  body: featureHashtagSchema,
  answer: featuredHashtagSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => featureHashtag(actor, body.hashtag),
});
