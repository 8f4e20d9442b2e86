import { z } from "zod";
import { featuredHashtagSchema, featureHashtagSchema } from "@/lib/album/hashtags/schema";
import { featureHashtag, listFeaturedHashtags } from "@/lib/album/hashtags/server/featured-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The hashtags that the family's admins feature.",
  access: "member",
  keyScope: "read",
  answer: z.array(featuredHashtagSchema),
  handler: ({ actor }) => listFeaturedHashtags(actor),
});

export const POST = route({
  summary: "Features a hashtag; its # is added if missing.",
  access: "admin",
  body: featureHashtagSchema,
  answer: featuredHashtagSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => featureHashtag(actor, body.hashtag),
});
