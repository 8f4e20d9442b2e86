import { getOverview } from "@/lib/features/super-admin/overview-service";
import { overviewSchema } from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The installation at a glance: numbers of families, people, bytes, money and jobs.",
  access: "reports",
  answer: overviewSchema,
  handler: () => getOverview(),
});
