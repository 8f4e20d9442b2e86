import { z } from "zod";
import { listYears } from "@/lib/album/media/server/browse-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The years that have media, latest first.",
  access: "member",
  keyScope: "read",
  answer: z.array(z.number()),
  handler: ({ actor }) => listYears(actor),
});
