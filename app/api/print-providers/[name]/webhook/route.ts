import { z } from "zod";
import { route } from "@/lib/http/route";
import { printProviderParams, webhookQuery } from "@/lib/shop/prints/fulfilment-schema";
import { receiveCallback } from "@/lib/shop/prints/server/callback-service";

// Prodigi sends CloudEvents, with a content type of their own; nothing in them is read.
export const POST = route({
  summary: "A lab reports that an order has changed. We ask the lab for its status.",
  access: "signed",
  params: printProviderParams,
  query: webhookQuery,
  bodyMode: "stream",
  rateLimit: { name: "print-webhook", points: 600, seconds: 900 },
  answer: z.object({ received: z.literal(true) }),
  handler: async ({ params, query, request }) => {
    await receiveCallback(params.name, query.token, request);
    return { received: true as const };
  },
});
