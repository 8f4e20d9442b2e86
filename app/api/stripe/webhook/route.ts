import { readJsonText } from "@/lib/http/body";
import { route } from "@/lib/http/route";
import { webhookAnswerSchema } from "@/lib/shop/billing/schema";
import { receiveEvent } from "@/lib/shop/payments/server/webhook-service";

const maxEventBytes = 1_048_576;

export const POST = route({
  summary: "Receives events from Stripe; the signature is checked over the raw body.",
  access: "signed",
  bodyMode: "stream",
  maxBodyBytes: maxEventBytes,
  answer: webhookAnswerSchema,
  handler: async ({ request }) => {
    const body = await readJsonText(request, maxEventBytes);
    await receiveEvent(body, request.headers.get("stripe-signature") ?? "");
    return { received: true as const };
  },
});
