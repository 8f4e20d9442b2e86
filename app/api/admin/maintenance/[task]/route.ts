import { z } from "zod";
import { maintenanceJobSchema, maintenanceTaskSchema } from "@/lib/features/maintenance/schema";
import { startMaintenance } from "@/lib/features/maintenance/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Starts rebuild-thumbnails, verify-originals or recount-storage for the family; returns the running one if there is one.",
  access: "admin",
  params: z.object({ task: maintenanceTaskSchema }),
  status: 202,
  answer: maintenanceJobSchema,
  handler: ({ actor, params }) => startMaintenance(actor, params.task),
});
