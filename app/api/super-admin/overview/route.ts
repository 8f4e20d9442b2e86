import { route } from "@/lib/http/route";
import { overviewSchema } from "@/lib/operations/super-admin/schema";
import { getOverview } from "@/lib/operations/super-admin/server/overview-service";

export const GET = route({
  summary: "The installation at a glance: numbers of families, people, bytes, money and jobs.",
  access: "reports",
  answer: overviewSchema,
  handler: () => getOverview(),
});
