import { z } from "zod";
import { markPrintOrdersViewed } from "@/lib/features/prints/admin-orders-service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Marks the family's orders as viewed.",
  access: "admin",
  answer: z.object({ success: z.literal(true) }),
  handler: async ({ actor }) => {
    await markPrintOrdersViewed(actor);
    return { success: true as const };
  },
});
