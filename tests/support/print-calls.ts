import { db } from "@/lib/db";
import { releasePrintOrder } from "@/lib/shop/prints/server/hold-service";
import { callbackUrl, linkExpiry, packageUrl } from "@/lib/shop/prints/server/print-links";
import {
  createOwner,
  type FamilyPerson,
  madeUpLedgers,
  type Person,
  storeMedia,
} from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

export const address = {
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};

/** A picture of this person's family that could be printed. */
export const printable = async (owner: FamilyPerson) => (await storeMedia(owner, { hasFiles: false })).id;

/** A print in this person's basket. */
export async function storeBasketItem(
  owner: FamilyPerson,
  values: { mediaId?: string; quantity?: number; size?: string } = {},
): Promise<string> {
  const { userId, familyId } = owner;
  const mediaId = values.mediaId ?? (await printable(owner));
  const data = { userId, familyId, quantity: 1, ...values, mediaId };
  return (await db.basketItem.create({ data, select: { id: true } })).id;
}

let orders = 0;

/** An order of this person's; each is in a different month. */
export async function storePrintOrder(owner: FamilyPerson): Promise<string> {
  const { userId, familyId } = owner;
  madeUpLedgers.add(familyId);
  const item = {
    fileName: "beach.jpg",
    size: "4x6",
    finish: "Gloss",
    quantity: 2,
    mediaId: await printable(owner),
  };
  const data = {
    userId,
    familyId,
    month: new Date(Date.UTC(1900, ++orders, 1)),
    provider: "Professional Print Lab",
    shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
    recipient: address,
    printCount: 2,
    items: { create: [item] },
  };
  return (await db.printOrder.create({ data, select: { id: true } })).id;
}

/** An order of this person's that nobody else has been notified of yet. */
export async function storeHeldOrder(owner: FamilyPerson): Promise<string> {
  const id = await storePrintOrder(owner);
  const heldUntil = new Date(Date.now() + 30_000);
  await db.printOrder.update({ where: { id }, data: { heldUntil }, select: { id: true } });
  return id;
}

/** Releases every order in its first 30 seconds, as if they were over. */
export async function letOrdersGo(): Promise<void> {
  const held = await db.printOrder.findMany({ where: { heldUntil: { not: null } }, select: { id: true } });
  await db.$executeRaw`UPDATE "PrintOrder" SET "heldUntil" = now() WHERE "heldUntil" IS NOT NULL`;
  for (const { id } of held) await releasePrintOrder(id);
}

/** An order that Prodigi is producing. */
export async function storeSentOrder(owner?: FamilyPerson): Promise<string> {
  const id = await storePrintOrder(owner ?? (await createOwner()));
  const data = { sendState: "sent", provider: "Prodigi", providerReference: "ord_1" } as const;
  await db.printOrder.update({ where: { id }, data, select: { id: true } });
  return id;
}

const readyToOrder = async (person: Person) => {
  if (person.familyId === null) return "";
  const owner = person as FamilyPerson;
  await db.printOrder.deleteMany({ where: { userId: owner.userId, familyId: owner.familyId } });
  return storeBasketItem(owner);
};

/** Valid requests for the calls about prints. */
export const printCalls: Record<string, SampleCall> = {
  "GET /api/admin/print-orders/{id}/package": {
    target: storePrintOrder,
    request: (id) => ({ path: `/api/admin/print-orders/${at(id)}/package` }),
    status: 200,
  },
  "POST /api/admin/print-orders/{id}/link": {
    target: storePrintOrder,
    request: (id) => ({ path: `/api/admin/print-orders/${at(id)}/link` }),
    status: 201,
  },
  "POST /api/admin/print-orders/{id}/send": {
    target: storePrintOrder,
    request: (id) => ({
      path: `/api/admin/print-orders/${at(id)}/send`,
      json: { provider: "professional-print-lab" },
    }),
    status: 202,
  },
  "GET /api/print-packages/{token}": {
    request: async () => {
      const id = await storePrintOrder(await createOwner());
      return { path: new URL(packageUrl(id, linkExpiry(), "http://album.test")).pathname };
    },
    status: 200,
  },
  "GET /api/print-diagnostics": { request: () => ({ path: "/api/print-diagnostics" }), status: 200 },
  "POST /api/print-providers/{name}/test": {
    request: () => ({ path: "/api/print-providers/professional-print-lab/test" }),
    status: 200,
  },
  "POST /api/print-providers/{name}/webhook": {
    request: async () => {
      const { pathname, search } = new URL(callbackUrl("prodigi", await storeSentOrder()));
      return { path: `${pathname}${search}`, json: { specversion: "1.0", subject: "ord_1" } };
    },
    status: 200,
  },
  "GET /api/basket/items": { request: () => ({ path: "/api/basket/items" }), status: 200 },
  "POST /api/basket/add": {
    target: printable,
    request: (mediaId) => ({
      path: "/api/basket/add",
      json: { mediaId, size: "4x6", quantity: 1, finish: "Gloss" },
    }),
    status: 201,
  },
  "PATCH /api/basket/items/{id}": {
    target: storeBasketItem,
    request: (id) => ({
      path: `/api/basket/items/${at(id)}`,
      json: { crop: { x: 0, y: 0.1, width: 1, height: 0.8 }, finish: "Matte" },
    }),
    status: 200,
  },
  "DELETE /api/print/basket/{id}": {
    target: storeBasketItem,
    request: (id) => ({ path: `/api/print/basket/${at(id)}` }),
    status: 200,
  },
  "POST /api/print/basket/checkout": {
    prepare: readyToOrder,
    request: () => ({
      path: "/api/print/basket/checkout",
      json: { shippingAddress: "1 Garden Lane, Leeds" },
    }),
    status: 201,
  },
  "PUT /api/user/print-banner": {
    request: () => ({ path: "/api/user/print-banner", json: { isClosed: true } }),
    status: 200,
  },
  "GET /api/user/quota": { request: () => ({ path: "/api/user/quota" }), status: 200 },
  "GET /api/print-orders": { request: () => ({ path: "/api/print-orders" }), status: 200 },
  "GET /api/print-orders/{id}": {
    target: storePrintOrder,
    request: (id) => ({ path: `/api/print-orders/${at(id)}` }),
    status: 200,
  },
  "POST /api/print-orders/{id}/cancel": {
    target: storePrintOrder,
    request: (id) => ({ path: `/api/print-orders/${at(id)}/cancel` }),
    status: 200,
  },
  "POST /api/print-orders/{id}/reorder": {
    target: storePrintOrder,
    request: (id) => ({ path: `/api/print-orders/${at(id)}/reorder` }),
    status: 200,
  },
  "POST /api/print-orders/{id}/undo": {
    target: storeHeldOrder,
    request: (id) => ({ path: `/api/print-orders/${at(id)}/undo` }),
    status: 200,
  },
  "GET /api/admin/print-orders": { request: () => ({ path: "/api/admin/print-orders" }), status: 200 },
  "PATCH /api/admin/print-orders/{id}": {
    target: storePrintOrder,
    request: (id) => ({
      path: `/api/admin/print-orders/${at(id)}`,
      json: { status: "dispatched", trackingUrl: "https://post.example/parcel/1" },
    }),
    status: 200,
  },
  "GET /api/admin/print-orders/unviewed-count": {
    request: () => ({ path: "/api/admin/print-orders/unviewed-count" }),
    status: 200,
  },
  "POST /api/admin/print-orders/mark-viewed": {
    request: () => ({ path: "/api/admin/print-orders/mark-viewed" }),
    status: 200,
  },
  "GET /api/print-payment-settings/{orgId}": {
    target: async ({ familyId }) => familyId,
    request: (id) => ({ path: `/api/print-payment-settings/${at(id)}` }),
    status: 200,
  },
  "PUT /api/print-payment-settings/{orgId}": {
    target: async ({ familyId }) => familyId,
    request: (id) => ({
      path: `/api/print-payment-settings/${at(id)}`,
      json: { showCourtesyMessage: true, courtesyName: "Nana's kitchen" },
    }),
    status: 200,
  },
};
