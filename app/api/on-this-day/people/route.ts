import { z } from "zod";
import { memoryPersonSchema } from "@/lib/album/memories/schema";
import { listMemoryPeople } from "@/lib/album/memories/server/hiding-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's people, and whom of them the caller or the family isn't reminded of.",
  access: "member",
  answer: z.array(memoryPersonSchema),
  handler: ({ actor }) => listMemoryPeople(actor),
});
