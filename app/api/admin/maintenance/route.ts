import { z } from "zod";
import { route } from "@/lib/http/route";
import { maintenanceJobSchema } from "@/lib/operations/maintenance/schema";
import { listMaintenanceJobs } from "@/lib/operations/maintenance/server/service";

export const GET = route({
  summary: "Maintenance tasks of the family's album, latest first, with their progress.",
  access: "admin",
  answer: z.array(maintenanceJobSchema),
  handler: ({ actor }) => listMaintenanceJobs(actor),
});
