import { deskQuery, deskSchema } from "@/lib/features/reports-desk/schema";
import { listReports } from "@/lib/features/reports-desk/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Issue and content reports: counts, reasons and status; never a photo.",
  access: "reports",
  query: deskQuery,
  answer: deskSchema,
  handler: ({ actor, query }) => listReports(actor, query),
});
