import { z } from "zod";
import { maintenanceJobSchema } from "@/lib/features/maintenance/schema";
import { listMaintenanceJobs } from "@/lib/features/maintenance/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Maintenance tasks of the family's album, latest first, with their progress.",
  access: "admin",
  answer: z.array(maintenanceJobSchema),
  handler: ({ actor }) => listMaintenanceJobs(actor),
});
