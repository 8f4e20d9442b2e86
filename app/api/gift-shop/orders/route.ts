import { z } from "zod";
import { visitedUrl } from "@/lib/http/app-url";
import { route } from "@/lib/http/route";
import { createGiftOrderSchema, giftOrderSchema } from "@/lib/shop/gifts/schema";
import { createGiftOrder, listGiftOrders } from "@/lib/shop/gifts/server/order-service";

export const GET = route({
  summary: "The person's gift orders, latest first.",
  access: "member",
  answer: z.array(giftOrderSchema),
  handler: ({ actor }) => listGiftOrders(actor),
});

export const POST = route({
  summary: "Orders a gift. The server sets the price; `checkoutUrl` leads to the card payment if one is due.",
  access: "member",
  refusesDirectAccess: true,
  body: createGiftOrderSchema,
  answer: giftOrderSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body, request }) => createGiftOrder(actor, body, visitedUrl(request)),
});
