import { z } from "zod";
import { familySchema } from "@/lib/family/families/schema";
import { listFamiliesOf } from "@/lib/family/families/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The families that the caller belongs to.",
  access: "user",
  answer: z.array(familySchema),
  handler: ({ actor }) => listFamiliesOf(actor),
});
