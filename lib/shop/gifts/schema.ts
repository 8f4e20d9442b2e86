import { z } from "zod";
import { cropSchema } from "@/lib/album/media/crop";
import { giftProductIds, maxGiftMessage, maxGiftQuantity } from "@/lib/shared/gift-products";
import { textSchema } from "@/lib/shared/text";

export const giftProductSchema = z.object({
  id: z.enum(giftProductIds),
  name: z.string(),
  about: z.string(),
  /** Minor units. */
  currency: z.literal("GBP"),
  sizes: z.array(z.object({ id: z.string(), label: z.string(), price: z.number() })),
  /** How many pictures one gift takes. */
  pictures: z.object({ least: z.number(), most: z.number() }),
  /** Price of each picture above the least. */
  extraPicture: z.number(),
});
export const giftShopSchema = z.object({
  products: z.array(giftProductSchema),
  /** Whether cards can be charged; if not, only orders that the balance covers are possible. */
  isPaymentConfigured: z.boolean(),
  /** The person's balance from vouchers and gift cards. */
  balance: z.number(),
});
export type GiftShopDto = z.infer<typeof giftShopSchema>;

const maxPictures = 40;

export const createGiftOrderSchema = z.object({
  product: z.enum(giftProductIds, { error: "Please choose one of the products" }),
  size: z.string("Please choose a size").max(20),
  quantity: z
    .number("Please enter how many")
    .int("Please enter how many")
    .min(1, "At least one")
    .max(maxGiftQuantity, `At most ${maxGiftQuantity} at a time`)
    .default(1),
  /** In their order. */
  pictures: z
    .array(z.object({ mediaId: z.string().max(100), crop: cropSchema.nullable().optional() }))
    .max(maxPictures, `At most ${maxPictures} photos`)
    .default([]),
  /** A photo book that the customer laid out, in place of pictures; its PDF is made. */
  bookId: z.string().max(100).optional(),
  /** As confirmed by the customer; not needed for a gift card. */
  shippingAddress: textSchema(1_000).trim().optional(),
  /** Whether to pay as much as possible from the balance of vouchers and gift cards. */
  useBalance: z.boolean().default(true),
  /** For a gift card: the address its code is mailed to. */
  giftEmail: z
    .union([
      z.literal("").transform(() => null),
      z.email("Please enter a valid email address").max(254).toLowerCase(),
    ])
    .nullable()
    .optional(),
  giftMessage: textSchema(maxGiftMessage).trim().optional(),
});
export type CreateGiftOrderInput = z.infer<typeof createGiftOrderSchema>;

export const giftOrderStatuses = [
  "awaiting_payment",
  "placed",
  "in_production",
  "dispatched",
  "delivered",
  "cancelled",
] as const;
export type GiftOrderStatusName = (typeof giftOrderStatuses)[number];

export const giftOrderSchema = z.object({
  id: z.string(),
  number: z.number(),
  status: z.enum(giftOrderStatuses),
  product: z.string(),
  size: z.string(),
  quantity: z.number(),
  /** Bound pages of a book that the customer laid out; null for other gifts. */
  bookPages: z.number().nullable(),
  /** Minor units of `currency`. */
  total: z.number(),
  fromBalance: z.number(),
  currency: z.literal("GBP"),
  giftEmail: z.string().nullable(),
  shippingAddress: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  orderedAt: z.string(),
  paidAt: z.string().nullable(),
  /** The payment page, while it can be used. */
  checkoutUrl: z.string().nullable(),
  /** The code of a gift card that is paid for, for its buyer. */
  code: z.string().nullable(),
  pictures: z.array(
    z.object({
      /** null once the picture is deleted. */
      mediaId: z.string().nullable(),
      fileName: z.string(),
      crop: cropSchema.nullable(),
    }),
  ),
});
export type GiftOrderDto = z.infer<typeof giftOrderSchema>;

export const operatorGiftOrderSchema = giftOrderSchema
  .omit({ code: true, checkoutUrl: true, pictures: true })
  .extend({
    pictureCount: z.number(),
    familyName: z.string(),
    /** null once the account is deleted. */
    orderedBy: z.object({ userId: z.string(), username: z.string() }).nullable(),
    /** State of the card's refund, once the order is cancelled. */
    refund: z.enum(["none", "underWay", "failing", "done"]),
    /** Why the last attempt to refund failed. */
    refundError: z.string().nullable(),
  });
export type OperatorGiftOrderDto = z.infer<typeof operatorGiftOrderSchema>;

export const giftOrderUpdateSchema = z
  .object({
    status: z.enum(giftOrderStatuses, { error: "Please choose one of the offered states" }).optional(),
    trackingUrl: z
      .url({ protocol: /^https?$/, error: "Please enter the address of a page, with https://" })
      .max(2_000)
      .nullable()
      .optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "There is nothing to change",
    path: ["status"],
  });
export type GiftOrderUpdate = z.infer<typeof giftOrderUpdateSchema>;
