import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { printable } from "@/tests/support/print-calls";
import { giveBalance } from "@/tests/support/shop-calls";

withTestDatabase();

test("without keys the shop says so, sells nothing by card, and accepts a balance", async () => {
  const owner = await createOwner();
  const json = {
    product: "mug",
    size: "330ml",
    pictures: [{ mediaId: await printable(owner) }],
    shippingAddress: "1 Garden Lane",
  };
  const order = () => call("POST", "/api/gift-shop/orders", { cookie: owner.cookie, json });
  expect((await call("GET", "/api/gift-shop/products", { cookie: owner.cookie })).body).toMatchObject({
    isPaymentConfigured: false,
    balance: 0,
  });
  expect(await order()).toMatchObject({ status: 503, body: { code: "billing_not_configured" } });
  expect(await db.giftOrder.count()).toBe(0);
  await giveBalance(owner, 1300);
  expect(await order()).toMatchObject({ status: 201, body: { status: "placed" } });
});
