import { dashboardSchema } from "@/lib/features/dashboard/schema";
import { getDashboard } from "@/lib/features/dashboard/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The family at a glance: people, media, storage by year, uploads by week, orders, invitations, reports.",
  access: "admin",
  answer: dashboardSchema,
  handler: ({ actor }) => getDashboard(actor),
});
