import { activityExportQuery } from "@/lib/core/activity/schema";
import { exportActivity } from "@/lib/core/activity/server/export-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The activity log as a CSV file; the download is recorded.",
  access: "superAdmin",
  query: activityExportQuery,
  answer: "file",
  handler: ({ actor, query }) => exportActivity(actor, query),
});
