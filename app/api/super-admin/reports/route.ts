import { route } from "@/lib/http/route";
import { deskQuery, deskSchema } from "@/lib/operations/reports-desk/schema";
import { listReports } from "@/lib/operations/reports-desk/server/service";

export const GET = route({
  summary: "Issue and content reports: counts and status, for people also what was written; never a photo.",
  access: "reports",
  query: deskQuery,
  answer: deskSchema,
  handler: ({ actor, query }) => listReports(actor, query),
});
