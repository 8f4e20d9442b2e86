import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

withTestDatabase();

const notConfigured = { status: 503, body: { code: "billing_not_configured" } };

test("without keys nothing is sold, created or claimed, and everything says so", async () => {
  const { cookie, familyId } = await createOwner();
  const post = (path: string, json: unknown = {}) => call("POST", path, { cookie, json });
  const refusals = [
    await post("/api/billing/checkout", { tier: "family", interval: "month" }),
    await post("/api/billing/portal"),
    await post("/api/create-organization", { name: "The cousins", subscriptionTier: "premium" }),
    await call("POST", "/api/admin/stripe-settings/test", { cookie }),
    await call("POST", "/api/stripe/webhook", {
      json: { id: "evt_1", type: "checkout.session.completed" },
      headers: { "Stripe-Signature": "t=1,v1=00" },
    }),
  ];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject(notConfigured);
    expect(refusal.headers.get("retry-after")).toBe("86400");
    expect(refusal.body.error).toMatch(/^Card payments aren't set up here/);
  }
  expect([await db.family.count(), await db.billingCheckout.count(), await db.billingEvent.count()]).toEqual([
    1, 0, 0,
  ]);
  expect((await call("GET", "/api/billing", { cookie })).body).toMatchObject({
    tier: "free",
    isConfigured: false,
    subscription: null,
    invoices: [],
  });
  expect((await call("GET", "/api/admin/stripe-settings", { cookie })).body).toMatchObject({
    isConfigured: false,
    hasSecretKey: false,
    hasWebhookSecret: false,
    mode: null,
  });
  expect(familyId).toBeTruthy();
});
