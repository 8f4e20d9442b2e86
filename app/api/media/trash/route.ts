import { z } from "zod";
import { trashItemSchema } from "@/lib/album/media/schema";
import { listTrash } from "@/lib/album/media/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The trash: the caller's own items, or all of the family's for an admin.",
  access: "member",
  keyScope: "manage",
  answer: z.array(trashItemSchema),
  handler: ({ actor }) => listTrash(actor),
});
