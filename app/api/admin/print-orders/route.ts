import { z } from "zod";
import { listFamilyPrintOrders } from "@/lib/features/prints/admin-orders-service";
import { adminPrintOrderSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's print orders, latest first.",
  access: "admin",
  answer: z.array(adminPrintOrderSchema),
  handler: ({ actor }) => listFamilyPrintOrders(actor),
});
