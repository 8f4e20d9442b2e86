import { z } from "zod";
import { route } from "@/lib/http/route";
import { markPrintOrdersViewed } from "@/lib/shop/prints/server/admin-orders-service";

export const POST = route({
  summary: "Marks the family's orders as viewed.",
  access: "admin",
  answer: z.object({ success: z.literal(true) }),
  handler: async ({ actor }) => {
    await markPrintOrdersViewed(actor);
    return { success: true as const };
  },
});
