import { getSystemHealth } from "@/lib/features/system/health-service";
import { systemHealthSchema } from "@/lib/features/system/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "System health: every check, the queue, messages, files, versions and the latest errors.",
  access: "superAdmin",
  answer: systemHealthSchema,
  handler: () => getSystemHealth(),
});
