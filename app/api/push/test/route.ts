import { route } from "@/lib/http/route";
import { testPushAnswerSchema, testPushSchema } from "@/lib/notify/push/schema";
import { sendTestPush } from "@/lib/notify/push/server/subscription-service";

export const POST = route({
  summary: "Sends a notification to the caller's own browsers; returns how many.",
  access: "user",
  body: testPushSchema,
  answer: testPushAnswerSchema,
  status: 202,
  handler: async ({ actor, body }) => ({ success: true as const, devices: await sendTestPush(actor, body) }),
});
