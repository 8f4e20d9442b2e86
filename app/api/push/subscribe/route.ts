import { pushDoneSchema, subscribeSchema } from "@/lib/features/push/schema";
import { subscribe } from "@/lib/features/push/subscription-service";
import { Reply, route } from "@/lib/http/route";

export const POST = route({
  summary:
    "Subscribes this browser to notifications: 201, or 200 if already subscribed. It ends with the session.",
  access: "user",
  body: subscribeSchema,
  answer: pushDoneSchema,
  rateLimit: { name: "push-subscribe", points: 300, seconds: 3600 },
  handler: async ({ actor, body, request }) => {
    const isNew = await subscribe(actor, body, request.headers.get("user-agent"));
    return new Reply({ success: true as const }, { status: isNew ? 201 : 200 });
  },
});
