import { db } from "@/lib/db";
import type { GiftOrderStatus } from "@/lib/generated/prisma/enums";
import { recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";
import { call } from "@/tests/support/call";
import { createOwner, createPerson, type FamilyPerson, type Person } from "@/tests/support/factories";
import { address, printable } from "@/tests/support/print-calls";
import type { SampleCall } from "@/tests/support/sample-calls";

const at = encodeURIComponent;

/** A voucher from the installation: worth something, for anyone. */
export async function operatorVoucher(values: object = {}): Promise<VoucherDto> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const json = { kind: "free_prints", amount: 5, uses: 1, ...values };
  const answer = await call<VoucherDto>("POST", "/api/super-admin/vouchers", { cookie, json });
  if (answer.status !== 201) throw new Error(`No voucher was made: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Money for the gift shop, in pence. */
export async function giveBalance({ userId }: { userId: string }, pence: number): Promise<void> {
  await db.$transaction((client) => recordGiftEntry(client, { userId, kind: "voucher", pence }));
}

/** A voucher created by the family, as a row only: its creator keeps what they have. */
async function familyVoucher({ familyId, userId }: FamilyPerson): Promise<string> {
  const { id } = await operatorVoucher();
  const data = { source: "maker" as const, familyId, madeById: userId, returnedAt: new Date() };
  await db.voucher.update({ where: { id }, data, select: { id: true } });
  return id;
}

/** A gift order of this person's. */
export async function storeGiftOrder(
  owner: FamilyPerson,
  values: { status?: GiftOrderStatus; product?: string; size?: string; mediaId?: string } = {},
): Promise<string> {
  const { userId, familyId } = owner;
  const { status = "placed", product = "mug", size = "330ml" } = values;
  const picture = { mediaId: values.mediaId ?? (await printable(owner)), fileName: "beach.jpg", position: 0 };
  const data = {
    userId,
    familyId,
    status,
    product,
    size,
    quantity: 1,
    total: 1300,
    fromBalance: status === "awaiting_payment" ? 0 : 1300,
    shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
    recipient: address,
    paidAt: status === "awaiting_payment" ? null : new Date(),
    pictures: { create: [picture] },
  };
  return (await db.giftOrder.create({ data, select: { id: true } })).id;
}

const withBalance = async (person: Person) => {
  if (person.familyId === null) return "";
  await giveBalance(person, 5000);
  return printable(person as FamilyPerson);
};

/** Valid requests for the calls about vouchers and the gift shop. */
export const shopCalls: Record<string, SampleCall> = {
  "GET /api/admin/vouchers": { request: () => ({ path: "/api/admin/vouchers" }), status: 200 },
  "GET /api/admin/vouchers/allowance": {
    request: () => ({ path: "/api/admin/vouchers/allowance" }),
    status: 200,
  },
  "POST /api/admin/vouchers": {
    request: () => ({ path: "/api/admin/vouchers", json: { kind: "free_prints", amount: 1, uses: 1 } }),
    status: 201,
  },
  "DELETE /api/admin/vouchers/{id}": {
    target: familyVoucher,
    request: (id) => ({ path: `/api/admin/vouchers/${at(id)}` }),
    status: 204,
  },
  "GET /api/super-admin/vouchers": { request: () => ({ path: "/api/super-admin/vouchers" }), status: 200 },
  "POST /api/super-admin/vouchers": {
    request: () => ({
      path: "/api/super-admin/vouchers",
      json: { kind: "plan_months", amount: 3, uses: 10, tier: "premium", expiresAt: null },
    }),
    status: 201,
  },
  "DELETE /api/super-admin/vouchers/{id}": {
    prepare: async () => (await operatorVoucher()).id,
    request: (id) => ({ path: `/api/super-admin/vouchers/${at(id)}` }),
    status: 204,
  },
  "POST /api/vouchers/redeem": {
    prepare: async () => (await operatorVoucher()).code,
    request: (code) => ({ path: "/api/vouchers/redeem", json: { code } }),
    status: 200,
  },
  "GET /api/gift-shop/products": { request: () => ({ path: "/api/gift-shop/products" }), status: 200 },
  "GET /api/gift-shop/orders": { request: () => ({ path: "/api/gift-shop/orders" }), status: 200 },
  "POST /api/gift-shop/orders": {
    prepare: withBalance,
    request: (mediaId) => ({
      path: "/api/gift-shop/orders",
      json: {
        product: "mug",
        size: "330ml",
        quantity: 1,
        pictures: [{ mediaId, crop: null }],
        shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
      },
    }),
    status: 201,
  },
  "GET /api/gift-shop/orders/{id}": {
    target: storeGiftOrder,
    request: (id) => ({ path: `/api/gift-shop/orders/${at(id)}` }),
    status: 200,
  },
  "POST /api/gift-shop/orders/{id}/cancel": {
    target: (owner) => storeGiftOrder(owner, { status: "awaiting_payment" }),
    request: (id) => ({ path: `/api/gift-shop/orders/${at(id)}/cancel` }),
    status: 200,
  },
  "GET /api/super-admin/gift-orders": {
    request: () => ({ path: "/api/super-admin/gift-orders" }),
    status: 200,
  },
  "PATCH /api/super-admin/gift-orders/{id}": {
    prepare: async () => storeGiftOrder(await createOwner()),
    request: (id) => ({
      path: `/api/super-admin/gift-orders/${at(id)}`,
      json: { status: "dispatched", trackingUrl: "https://post.example/parcel/1" },
    }),
    status: 200,
  },
  "POST /api/super-admin/gift-orders/{id}/cancel": {
    prepare: async () => storeGiftOrder(await createOwner()),
    request: (id) => ({ path: `/api/super-admin/gift-orders/${at(id)}/cancel` }),
    status: 200,
  },
  "GET /api/super-admin/gift-orders/{id}/package": {
    prepare: async () => storeGiftOrder(await createOwner()),
    request: (id) => ({ path: `/api/super-admin/gift-orders/${at(id)}/package` }),
    status: 200,
  },
};
