import { retryJob } from "@/lib/features/system/health-service";
import { failedJobParams } from "@/lib/features/system/schema";
import { route } from "@/lib/http/route";

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
