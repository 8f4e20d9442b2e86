import { z } from "zod";
import { listPrintOrders } from "@/lib/features/prints/orders-service";
import { printOrderSchema } from "@/lib/features/prints/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The person's own print orders, latest first.",
  access: "member",
  answer: z.array(printOrderSchema),
  handler: ({ actor }) => listPrintOrders(actor),
});
