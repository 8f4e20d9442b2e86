import { z } from "zod";
import { listOwnActivity } from "@/lib/features/security/activity-service";
import { activitySchema } from "@/lib/features/security/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Recent activity on the caller's account, latest first.",
  access: "user",
  answer: z.array(activitySchema),
  handler: ({ actor }) => listOwnActivity(actor),
});
