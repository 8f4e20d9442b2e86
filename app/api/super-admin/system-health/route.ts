import { route } from "@/lib/http/route";
import { systemHealthSchema } from "@/lib/operations/system/schema";
import { getSystemHealth } from "@/lib/operations/system/server/health-service";

export const GET = route({
  summary: "System health: every check, the queue, messages, files, versions and the latest errors.",
  access: "superAdmin",
  answer: systemHealthSchema,
  handler: () => getSystemHealth(),
});
