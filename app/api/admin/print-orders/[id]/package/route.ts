import { z } from "zod";
import { downloadPackage } from "@/lib/features/prints/package-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The ZIP for the lab: print-ready pictures and the order sheet. What is missing is made.",
  access: "admin",
  params: z.object({ id: z.string() }),
  rateLimit: { name: "print-package", points: 120, seconds: 3600 },
  answer: "file",
  handler: ({ actor, params }) => downloadPackage(actor, params.id),
});
