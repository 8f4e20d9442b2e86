import { z } from "zod";
import { listContentReports } from "@/lib/features/reports/decision-service";
import { contentReportSchema, listReportsQuery } from "@/lib/features/reports/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's reported items awaiting a decision, oldest first; or those already decided.",
  access: "admin",
  query: listReportsQuery,
  answer: z.array(contentReportSchema),
  handler: ({ actor, query }) => listContentReports(actor, query),
});
