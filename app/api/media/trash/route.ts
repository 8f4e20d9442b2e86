import { z } from "zod";
import { trashItemSchema } from "@/lib/features/media/schema";
import { listTrash } from "@/lib/features/media/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The trash: the caller's own items, or all of the family's for an admin.",
  access: "member",
  answer: z.array(trashItemSchema),
  handler: ({ actor }) => listTrash(actor),
});
