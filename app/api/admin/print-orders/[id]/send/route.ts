import { requireFamilyPrintOrder } from "@/lib/features/prints/admin-orders-service";
import { sendPrintOrderSchema } from "@/lib/features/prints/fulfilment-schema";
import { adminPrintOrderSchema } from "@/lib/features/prints/schema";
import { requestSend } from "@/lib/features/prints/sending-service";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/id-params";

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
