import { activityLogQuery, activityLogSchema } from "@/lib/core/activity/schema";
import { listActivity } from "@/lib/core/activity/server/log-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Who did what, when and from where, latest first.",
  access: "superAdmin",
  query: activityLogQuery,
  answer: activityLogSchema,
  handler: ({ query }) => listActivity(query),
});
