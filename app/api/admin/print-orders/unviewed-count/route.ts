import { z } from "zod";
import { countUnviewedPrintOrders } from "@/lib/features/prints/admin-orders-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "How many orders no admin has seen yet.",
  access: "admin",
  answer: z.number(),
  handler: ({ actor }) => countUnviewedPrintOrders(actor),
});
