import type { AdminPrintOrderDto, PrintOrderDto, QuotaDto } from "@/lib/shop/prints/schema";

type OrderedPicture = PrintOrderDto["items"][number];

/** A picture of an order; `change` replaces fields. */
export function orderedPicture(change: Partial<OrderedPicture> = {}): OrderedPicture {
  return {
    id: "item-1",
    mediaId: "media-1",
    fileName: "beach.jpg",
    size: "4x6",
    finish: "Gloss",
    quantity: 1,
    ...change,
  };
}

/** An order as returned by GET /api/print-orders. */
export function printOrder(change: Partial<PrintOrderDto> = {}): PrintOrderDto {
  return {
    id: "order-1",
    number: 12,
    status: "placed",
    provider: "Professional Print Lab",
    shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
    courtesyName: "The Okafors",
    printCount: 3,
    trackingUrl: null,
    placedAt: "2026-11-05T12:00:00.000Z",
    updatedAt: "2026-11-05T12:00:00.000Z",
    isImported: false,
    undoMs: 0,
    items: [
      orderedPicture({ quantity: 2 }),
      orderedPicture({ id: "item-2", fileName: "cake.jpg", mediaId: null }),
    ],
    ...change,
  };
}

/** An order as returned by GET /api/admin/print-orders. */
export function adminPrintOrder(change: Partial<AdminPrintOrderDto> = {}): AdminPrintOrderDto {
  const { undoMs: _, ...order } = printOrder();
  return {
    ...order,
    orderedBy: { userId: "user-2", username: "rose.m", displayName: "Rose" },
    viewedAt: "2026-11-06T12:00:00.000Z",
    fulfilment: {
      packageMadeAt: null,
      packageBytes: null,
      problems: [],
      sendState: "none",
      sendError: null,
      providerReference: null,
    },
    ...change,
  };
}

/** What GET /api/user/quota returns. */
export function quota(change: Partial<QuotaDto> = {}): QuotaDto {
  return {
    remaining: 5,
    monthlyQuota: 5,
    voucherPrints: 0,
    order: null,
    forfeited: 0,
    resetsOn: "2026-12-01",
    ...change,
  };
}
