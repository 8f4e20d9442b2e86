import { z } from "zod";
import { yearCoverSchema } from "@/lib/album/media/schema";
import { listYearCovers } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Each year with its number of items and its cover.",
  access: "member",
  keyScope: "read",
  answer: z.array(yearCoverSchema),
  handler: ({ actor }) => listYearCovers(actor),
});
