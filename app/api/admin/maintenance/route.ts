import { z } from "zod";
import { maintenanceJobSchema } from "@/lib/features/maintenance/schema";
import { listMaintenanceJobs } from "@/lib/features/maintenance/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Work on the family's whole album, the latest first, with how far it is.",
  access: "admin",
  answer: z.array(maintenanceJobSchema),
  handler: ({ actor }) => listMaintenanceJobs(actor),
});
