import { z } from "zod";
import { route } from "@/lib/http/route";
import { contentReportSchema, listReportsQuery } from "@/lib/operations/reports/schema";
import { listContentReports } from "@/lib/operations/reports/server/decision-service";

export const GET = route({
  summary: "The family's reported items awaiting a decision, oldest first; or those already decided.",
  access: "admin",
  query: listReportsQuery,
  answer: z.array(contentReportSchema),
  handler: ({ actor, query }) => listContentReports(actor, query),
});
