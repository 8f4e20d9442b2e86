import { z } from "zod";
import { route } from "@/lib/http/route";
import { printOrderSchema } from "@/lib/shop/prints/schema";
import { listPrintOrders } from "@/lib/shop/prints/server/orders-service";

export const GET = route({
  summary: "The person's own print orders, latest first.",
  access: "member",
  answer: z.array(printOrderSchema),
  handler: ({ actor }) => listPrintOrders(actor),
});
