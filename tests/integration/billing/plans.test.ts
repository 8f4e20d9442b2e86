import type { PlanDto } from "@/lib/core/plans/schema";
import type { CurrencyDto } from "@/lib/shop/billing/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

const gibibyte = 1024 ** 3;

test("anyone can read the plans of specification 9.7, in pence", async () => {
  const { status, body } = await call<PlanDto[]>("GET", "/api/plans");
  expect(status).toBe(200);
  expect(body.map(({ priceYearly: _, ...plan }) => plan)).toEqual([
    { tier: "free", name: "Free", priceMonthly: 0, storageBytes: 5 * gibibyte, members: 3 },
    { tier: "family", name: "Family Plan", priceMonthly: 499, storageBytes: 200 * gibibyte, members: 6 },
    { tier: "premium", name: "Premium Plan", priceMonthly: 999, storageBytes: null, members: 10 },
  ]);
  for (const { priceMonthly, priceYearly } of body) {
    expect(priceYearly).toBeLessThanOrEqual(priceMonthly * 12);
  }
});

test("anyone can read the currencies with their symbols and rates, pounds being 1", async () => {
  const { body } = await call<CurrencyDto[]>("GET", "/api/currencies");
  expect(body).toHaveLength(15);
  expect(body[0]).toEqual({ code: "GBP", symbol: "£", rate: 1 });
  expect(body.find(({ code }) => code === "JPY")).toEqual({ code: "JPY", symbol: "JP¥", rate: 187 });
  expect(new Set(body.map(({ symbol }) => symbol)).size).toBe(15);
});
