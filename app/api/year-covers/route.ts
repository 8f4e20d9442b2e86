import { z } from "zod";
import { listYearCovers } from "@/lib/features/media/browse-service";
import { yearCoverSchema } from "@/lib/features/media/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Each year with its number of items and its cover.",
  access: "member",
  answer: z.array(yearCoverSchema),
  handler: ({ actor }) => listYearCovers(actor),
});
