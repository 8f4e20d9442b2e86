import { route } from "@/lib/http/route";
import { dashboardSchema } from "@/lib/operations/dashboard/schema";
import { getDashboard } from "@/lib/operations/dashboard/server/service";

export const GET = route({
  summary:
    "The family at a glance: people, media, storage by year, uploads by week, orders, invitations, reports.",
  access: "admin",
  answer: dashboardSchema,
  handler: ({ actor }) => getDashboard(actor),
});
