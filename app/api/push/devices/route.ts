import { pushDevicesSchema } from "@/lib/features/push/schema";
import { getPushDevices } from "@/lib/features/push/subscription-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How many of the caller's browsers get notifications, and what this session subscribed.",
  access: "user",
  answer: pushDevicesSchema,
  handler: ({ actor }) => getPushDevices(actor),
});
