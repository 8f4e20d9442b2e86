import { z } from "zod";
import { listContentReports } from "@/lib/features/reports/decision-service";
import { contentReportSchema, listReportsQuery } from "@/lib/features/reports/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary:
    "The family's reported items that wait for a decision, the oldest first; or those that were decided.",
  access: "admin",
  query: listReportsQuery,
  answer: z.array(contentReportSchema),
  handler: ({ actor, query }) => listContentReports(actor, query),
});
