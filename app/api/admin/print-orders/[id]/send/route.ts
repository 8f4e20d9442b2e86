import { z } from "zod";
import { requireFamilyPrintOrder } from "@/lib/features/prints/admin-orders-service";
import { sendPrintOrderSchema } from "@/lib/features/prints/fulfilment-schema";
import { adminPrintOrderSchema } from "@/lib/features/prints/schema";
import { requestSend } from "@/lib/features/prints/sending-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Has an order made: rebuilds the built-in lab's package, or sends it to an external lab.",
  access: "admin",
  params: z.object({ id: z.string() }),
  body: sendPrintOrderSchema,
  answer: adminPrintOrderSchema,
  status: 202,
  isCreating: true,
  handler: async ({ actor, params, body }) => {
    await requestSend(actor, params.id, body.provider);
    return requireFamilyPrintOrder(actor, params.id);
  },
});
