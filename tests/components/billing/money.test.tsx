import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { PlanChoice } from "@/components/family/families/plan-choice";
import { InvoiceList } from "@/components/shop/billing/invoice-list";
import { PlanChooser } from "@/components/shop/billing/plan-chooser";
import { SubscriptionLines } from "@/components/shop/billing/subscription-lines";
import { VoucherAllowanceNote } from "@/components/shop/vouchers/voucher-allowance-note";
import { PreferencesProvider } from "@/components/ui/preferences";
import type { PlanDto } from "@/lib/core/plans/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const plan = (tier: PlanDto["tier"], priceMonthly: number): PlanDto => ({
  tier,
  name: tier === "free" ? "Free" : "Family Plan",
  storageBytes: 5 * 1024 ** 3,
  members: 3,
  priceMonthly,
  priceYearly: priceMonthly * 10,
});
const plans = [plan("free", 0), plan("family", 499)];

beforeEach(() => {
  new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/plans", { json: plans })
    .on("GET /api/admin/vouchers/allowance", { json: { monthPrints: 5, keptPrints: 0, balance: 125_050 } })
    .install();
});

/** Renders for someone who has chosen euros and American dates and numbers. */
const asChosen = (children: ReactNode) =>
  renderPage(
    <PreferencesProvider value={{ appName: "Keepsake", locale: "en-US", currency: "EUR", avatarUrl: null }}>
      {children}
    </PreferencesProvider>,
  );

// Specification 9.8: a pound is 1.16 euros, so £4.99 is €5.79.
const monthly = "£4.99 (about €5.79) a month";

test("the plans on the billing page show approximate prices in one's own currency", async () => {
  asChosen(<PlanChooser plans={plans} current="free" paidInterval={null} canBuy />);
  expect(await screen.findByText(monthly)).toBeVisible();
});

test("so do those of a new family", async () => {
  asChosen(<PlanChoice isFreeHidden={false} tier="free" onChange={() => {}} />);
  expect(await screen.findByText(monthly)).toBeVisible();
});

test("people who use pounds see only pounds", async () => {
  renderPage(<PlanChooser plans={plans} current="free" paidInterval={null} canBuy />);
  expect(await screen.findByText("£4.99 a month")).toBeVisible();
});

test("invoices, the next payment and balances follow the chosen format", async () => {
  asChosen(
    <>
      <InvoiceList
        invoices={[
          {
            id: "in_1",
            number: "A-1",
            createdAt: "2026-03-28T12:00:00Z",
            amount: 499,
            currency: "GBP",
            status: "paid",
            pageUrl: null,
            pdfUrl: null,
          },
        ]}
      />
      <SubscriptionLines
        billing={{
          isConfigured: true,
          tier: "family",
          givenTier: null,
          voucher: null,
          subscription: {
            tier: "family",
            state: "active",
            amount: 499,
            currency: "GBP",
            interval: "month",
            currentPeriodEnd: "2026-04-28T12:00:00Z",
            endsAt: null,
            graceEndsAt: null,
          },
        }}
        isOwner={false}
      />
      <VoucherAllowanceNote />
    </>,
  );
  expect(screen.getByText("March 28, 2026")).toBeVisible();
  expect(screen.getByText(/The next payment is on April 28, 2026/)).toBeVisible();
  expect(await screen.findByText(/£1,250\.50/)).toBeVisible();
});
