import { route } from "@/lib/http/route";
import { failedJobParams } from "@/lib/operations/system/schema";
import { retryJob } from "@/lib/operations/system/server/health-service";

export const POST = route({
  summary: "Retries a failed job.",
  access: "superAdmin",
  params: failedJobParams,
  answer: "empty",
  handler: async ({ actor, params }) => {
    await retryJob(actor, params.id);
    return undefined;
  },
});
