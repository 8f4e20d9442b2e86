import { z } from "zod";
import { route } from "@/lib/http/route";
import { adminPrintOrderSchema } from "@/lib/shop/prints/schema";
import { listFamilyPrintOrders } from "@/lib/shop/prints/server/admin-orders-service";

export const GET = route({
  summary: "The family's print orders, latest first.",
  access: "admin",
  answer: z.array(adminPrintOrderSchema),
  handler: ({ actor }) => listFamilyPrintOrders(actor),
});
