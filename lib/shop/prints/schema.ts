import { z } from "zod";
import { cropSchema } from "@/lib/album/media/crop";
import { mediaItemSchema } from "@/lib/album/media/schema";
import { hasChanges } from "@/lib/shared/changed-fields";
import { defaultPrintProvider, finishes, maxPrintQuantity, printSizes } from "@/lib/shared/print-products";
import { lineSchema, textSchema } from "@/lib/shared/text";

/** An id; a malformed one is a 404. */
const idSchema = z.string().max(100);

const quantitySchema = z
  .number("Please enter how many")
  .int("Please enter how many")
  .min(1, "At least one print")
  .max(maxPrintQuantity, `At most ${maxPrintQuantity} prints of one photo`);
const sizeSchema = z.enum(printSizes, { error: "Please choose one of the offered sizes" });
const finishSchema = z.enum(finishes, { error: "Please choose one of the offered finishes" });

/** Specification 7.7: one call with three meanings. */
export const basketChangeSchema = z.discriminatedUnion(
  "action",
  [
    z.object({ action: z.literal("update_quantity"), itemId: idSchema, quantity: quantitySchema }),
    z.object({ action: z.literal("clear_basket") }),
    z.object({
      action: z.undefined().optional(),
      mediaId: idSchema,
      size: sizeSchema.default(printSizes[0]),
      quantity: quantitySchema.default(1),
      finish: finishSchema.default(finishes[0]),
    }),
  ],
  { error: "Please choose what to do with the basket" },
);
export type BasketChange = z.infer<typeof basketChangeSchema>;

export const basketItemUpdateSchema = z
  .object({
    crop: cropSchema.nullable().optional(),
    size: sizeSchema.optional(),
    finish: finishSchema.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "There is nothing to change",
    path: ["crop"],
  });
export type BasketItemUpdate = z.infer<typeof basketItemUpdateSchema>;

/** Specification 3, Basket item, and what else the basket shows. */
export const basketItemSchema = z.object({
  id: z.string(),
  media_id: z.string(),
  file_name: z.string(),
  file_type: z.literal("image"),
  size: z.enum(printSizes),
  finish: z.enum(finishes),
  quantity: z.number(),
  crop: cropSchema.nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The photo's: its pictures' addresses change with it. */
  editVersion: z.number(),
  description: z.string(),
});
export type BasketItemDto = z.infer<typeof basketItemSchema>;

export const basketAnswerSchema = z.object({ success: z.literal(true), item: basketItemSchema.optional() });

/** Specification 3, Quota. */
export const quotaSchema = z.object({
  /** What can still be ordered this month, whatever is in the basket. */
  remaining: z.number(),
  monthlyQuota: z.number(),
  /** The part of `monthlyQuota` from other family members; negative if given away. Absent if nothing. */
  sharedPrints: z.number().optional(),
  /** The part of `remaining` from vouchers, which stay until used. */
  voucherPrints: z.number(),
  /** This month's order, if there is one. */
  order: z.object({ id: z.string(), printCount: z.number() }).nullable(),
  /** Prints that this month's order gave up. */
  forfeited: z.number(),
  /** The day the monthly prints renew: YYYY-MM-DD, UTC. */
  resetsOn: z.string(),
});
export type QuotaDto = z.infer<typeof quotaSchema>;

export const printSuggestionsSchema = z.object({
  /** At most as many as there are prints left, best first. */
  items: z.array(mediaItemSchema),
});
export type PrintSuggestionsDto = z.infer<typeof printSuggestionsSchema>;

export const checkoutSchema = z.object({
  /** Sent empty by people who have none: the rejection then points to the profile. */
  shippingAddress: textSchema(1_000).trim().optional(),
  printProvider: lineSchema(100, "Please choose a print provider").default(defaultPrintProvider),
});
export type CheckoutInput = z.infer<typeof checkoutSchema>;

export const printOrderStatuses = [
  "placed",
  "in_production",
  "dispatched",
  "delivered",
  "cancelled",
] as const;
export type PrintOrderStatusName = (typeof printOrderStatuses)[number];

export const printOrderItemSchema = z.object({
  id: z.string(),
  /** null once the picture is deleted. */
  mediaId: z.string().nullable(),
  fileName: z.string(),
  size: z.string(),
  finish: z.string(),
  quantity: z.number(),
});
export const printOrderSchema = z.object({
  id: z.string(),
  number: z.number(),
  status: z.enum(printOrderStatuses),
  provider: z.string(),
  shippingAddress: z.string(),
  courtesyName: z.string().nullable(),
  printCount: z.number(),
  trackingUrl: z.string().nullable(),
  placedAt: z.string(),
  updatedAt: z.string(),
  /** Placed in another installation and imported: read-only. */
  isImported: z.boolean(),
  /** How much longer it can be undone, in milliseconds; 0 once it has been released. */
  undoMs: z.number(),
  items: z.array(printOrderItemSchema),
});
export type PrintOrderDto = z.infer<typeof printOrderSchema>;

export const printSendStates = ["none", "queued", "sending", "sent", "failed"] as const;

export const printProblemSchema = z.object({
  pictureId: z.string(),
  fileName: z.string(),
  /** Why it could not be printed, as shown to the user. */
  reason: z.string(),
});
export type PrintProblemDto = z.infer<typeof printProblemSchema>;

/** The progress of an order to a lab. */
export const fulfilmentSchema = z.object({
  /** null: the package is made when someone asks for it. */
  packageMadeAt: z.iso.datetime().nullable(),
  packageBytes: z.number().nullable(),
  problems: z.array(printProblemSchema),
  sendState: z.enum(printSendStates),
  sendError: z.string().nullable(),
  /** The provider's own id of the order, once known. */
  providerReference: z.string().nullable(),
});
export type FulfilmentDto = z.infer<typeof fulfilmentSchema>;

export const adminPrintOrderSchema = printOrderSchema.omit({ undoMs: true }).extend({
  /** null once the account is deleted. */
  orderedBy: z.object({ userId: z.string(), username: z.string(), displayName: z.string() }).nullable(),
  viewedAt: z.string().nullable(),
  fulfilment: fulfilmentSchema,
});
export type AdminPrintOrderDto = z.infer<typeof adminPrintOrderSchema>;

export const checkoutAnswerSchema = z.object({ success: z.literal(true), orders: z.array(printOrderSchema) });

/** The restored basket. */
export const undoAnswerSchema = z.object({ success: z.literal(true), items: z.array(basketItemSchema) });
export type UndoAnswer = z.infer<typeof undoAnswerSchema>;

export const reorderAnswerSchema = z.object({
  success: z.literal(true),
  /** Prints now in the basket. */
  added: z.number(),
  /** Pictures that could not be added: deleted, or no prints remained. */
  skipped: z.number(),
});
export type ReorderAnswer = z.infer<typeof reorderAnswerSchema>;

export const printOrderUpdateSchema = z
  .object({
    status: z.enum(printOrderStatuses, { error: "Please choose one of the offered states" }).optional(),
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
export type PrintOrderUpdate = z.infer<typeof printOrderUpdateSchema>;

/** Home's banner about free prints: seen, or closed for the month. */
export const printBannerSchema = z.object({ isClosed: z.boolean("isClosed must be true or false") });
export type PrintBannerDto = z.infer<typeof printBannerSchema>;

/** Specification 3, Print payment settings. */
export const printSettingsSchema = z.object({
  showCourtesyMessage: z.boolean(),
  courtesyName: z.string().nullable(),
});
export type PrintSettingsDto = z.infer<typeof printSettingsSchema>;
/** Only the fields sent are changed. */
export const printSettingsUpdateSchema = z
  .object({
    showCourtesyMessage: z.boolean("Please choose yes or no").optional(),
    /** Empty or null: the family's own name. */
    courtesyName: z
      .union([z.literal("").transform(() => null), lineSchema(80, "Please enter a name")])
      .nullable()
      .optional(),
  })
  .refine(hasChanges, "There is nothing to change");
export type PrintSettingsInput = z.infer<typeof printSettingsUpdateSchema>;
/** Anything but the caller's own family is a 404, well-formed or not. */
export const printSettingsParams = z.object({ orgId: z.string() });
