import { z } from "zod";
import { route } from "@/lib/http/route";
import { countUnviewedPrintOrders } from "@/lib/shop/prints/server/admin-orders-service";

export const GET = route({
  summary: "How many orders no admin has seen yet.",
  access: "admin",
  answer: z.number(),
  handler: ({ actor }) => countUnviewedPrintOrders(actor),
});
