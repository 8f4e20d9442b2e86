import { route } from "@/lib/http/route";
import { failedJobParams } from "@/lib/operations/system/schema";
import { discardJob } from "@/lib/operations/system/server/health-service";

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
