import { z } from "zod";
import { downloadPackage } from "@/lib/features/prints/package-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The ZIP for the lab: print-ready photos and the order sheet. Anything missing is made first.",
  access: "admin",
  params: z.object({ id: z.string() }),
  rateLimit: { name: "print-package", points: 120, seconds: 3600 },
  answer: "file",
  handler: ({ actor, params }) => downloadPackage(actor, params.id),
});
