import { z } from "zod";
import { route } from "@/lib/http/route";
import { maintenanceJobSchema, maintenanceTaskSchema } from "@/lib/operations/maintenance/schema";
import { startMaintenance } from "@/lib/operations/maintenance/server/service";

export const POST = route({
  summary:
    "Starts rebuild-thumbnails, verify-originals or recount-storage for the family; returns the running one if there is one.",
  access: "admin",
  params: z.object({ task: maintenanceTaskSchema }),
  status: 202,
  answer: maintenanceJobSchema,
  handler: ({ actor, params }) => startMaintenance(actor, params.task),
});
