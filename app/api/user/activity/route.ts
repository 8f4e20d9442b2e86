import { z } from "zod";
import { activitySchema } from "@/lib/account/security/schema";
import { listOwnActivity } from "@/lib/account/security/server/activity-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Recent activity on the caller's account, latest first.",
  access: "user",
  answer: z.array(activitySchema),
  handler: ({ actor }) => listOwnActivity(actor),
});
