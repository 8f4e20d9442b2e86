import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";
import { sendPrintOrderSchema } from "@/lib/shop/prints/fulfilment-schema";
import { adminPrintOrderSchema } from "@/lib/shop/prints/schema";
import { requireFamilyPrintOrder } from "@/lib/shop/prints/server/admin-orders-service";
import { requestSend } from "@/lib/shop/prints/server/sending-service";

export const POST = route({
  summary: "Has an order made: rebuilds the built-in lab's package, or sends it to an external lab.",
  access: "admin",
  params: idParams,
  body: sendPrintOrderSchema,
  answer: adminPrintOrderSchema,
  status: 202,
  isCreating: true,
  handler: async ({ actor, params, body }) => {
    await requestSend(actor, params.id, body.provider);
    return requireFamilyPrintOrder(actor, params.id);
  },
});
