import { route } from "@/lib/http/route";
import { pushDevicesSchema } from "@/lib/notify/push/schema";
import { getPushDevices } from "@/lib/notify/push/server/subscription-service";

export const GET = route({
  summary: "How many of the caller's browsers get notifications, and what this session subscribed.",
  access: "user",
  answer: pushDevicesSchema,
  handler: ({ actor }) => getPushDevices(actor),
});
