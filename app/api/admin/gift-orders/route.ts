import { z } from "zod";
import { listFamilyGiftOrders } from "@/lib/features/gifts/admin-service";
import { adminGiftOrderSchema } from "@/lib/features/gifts/schema";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "The family's paid gift orders that have to be made, the latest first.",
  access: "admin",
  answer: z.array(adminGiftOrderSchema),
  handler: ({ actor }) => listFamilyGiftOrders(actor),
});
