import { discardJob } from "@/lib/features/system/health-service";
import { failedJobParams } from "@/lib/features/system/schema";
import { route } from "@/lib/http/route";

export const DELETE = route({
  summary: "Discards a failed job.",
  access: "superAdmin",
  params: failedJobParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await discardJob(actor, params.id);
    return undefined;
  },
});
