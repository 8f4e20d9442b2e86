import { deskQuery, deskSchema } from "@/lib/features/reports-desk/schema";
import { listReports } from "@/lib/features/reports-desk/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Issue and content reports: counts, reasons and how far they are; never a picture.",
  access: "reports",
  query: deskQuery,
  answer: deskSchema,
  handler: ({ actor, query }) => listReports(actor, query),
});
