import { act, screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { BillingNotes } from "@/components/shop/billing/billing-notes";
import { CheckoutNotice, NewFamilyNotice } from "@/components/shop/billing/checkout-notice";
import { InvoiceList } from "@/components/shop/billing/invoice-list";
import { PaymentSettings } from "@/components/shop/billing/payment-settings";
import { plans } from "@/lib/core/plans/plans";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

beforeEach(() => {
  new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
});
afterEach(() => {
  jest.useRealTimers();
});

const show = async (children: React.ReactNode) => {
  const view = renderPage(children);
  await act(async () => {});
  return view;
};

describe("storage over the plan", () => {
  test("is explained: nothing is deleted, and what has to wait", async () => {
    const over = { storageBytes: 7 * 1024 ** 3, members: 2 };
    const { container } = await show(<BillingNotes plan={plans.free} over={over} />);
    expect(screen.getByText(/7GB over the 5GB of your Free plan/)).toHaveTextContent(
      "You can't add new photos and videos until there's room.",
    );
    expect(screen.getByText(/2 people more than the 3/)).toHaveTextContent("Everyone stays.");
    expect((await axe(container)).violations).toEqual([]);
  });

  test("is not mentioned while everything fits", async () => {
    await show(<BillingNotes plan={plans.family} over={{ storageBytes: 0, members: 0 }} />);
    expect(screen.queryByText(/more than|over the/)).not.toBeInTheDocument();
  });
});

test("a failed payment is reported with the day on which the plan ends", async () => {
  const subscription = {
    state: "past_due",
    tier: "family",
    interval: "month",
    amount: 499,
    currency: "GBP",
    currentPeriodEnd: "2026-12-01T00:00:00.000Z",
    endsAt: null,
    graceEndsAt: "2026-12-15T00:00:00.000Z",
  } as const;
  await show(
    <BillingNotes plan={plans.family} over={{ storageBytes: 0, members: 0 }} subscription={subscription} />,
  );
  expect(screen.getByRole("alert")).toHaveTextContent(
    "A payment for your plan didn't go through. Your plan continues until 15 December 2026",
  );
});

describe("returning from payment", () => {
  test("the page refreshes until the payment is confirmed, for a minute", async () => {
    jest.useFakeTimers();
    const { router } = await show(<CheckoutNotice outcome="done" planName={null} />);
    expect(screen.getByText(/Your payment is being confirmed/)).toBeVisible();
    act(() => jest.advanceTimersByTime(4_500));
    expect(router.refresh).toHaveBeenCalledTimes(2);
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getByText(/isn't confirmed yet. Nothing is lost/)).toBeVisible();
    const asked = router.refresh.mock.calls.length;
    act(() => jest.advanceTimersByTime(60_000));
    expect(router.refresh).toHaveBeenCalledTimes(asked);
  });

  test("thanks appear once it is confirmed, and refreshing stops", async () => {
    jest.useFakeTimers();
    const { router } = await show(<CheckoutNotice outcome="done" planName="Family Plan" />);
    expect(screen.getByRole("status")).toHaveTextContent("Your family has the Family Plan now.");
    act(() => jest.advanceTimersByTime(10_000));
    expect(router.refresh).not.toHaveBeenCalled();
  });

  test("without a payment, nothing was charged", async () => {
    await show(<CheckoutNotice outcome="cancelled" planName={null} />);
    expect(screen.getByRole("status")).toHaveTextContent("nothing was charged");
  });

  test("a new family opens once it is created", async () => {
    const view = await show(<NewFamilyNotice name="The cousins" familyId={null} />);
    expect(screen.getByText(/created as soon as your payment is confirmed/)).toBeVisible();
    view.unmount();
    await show(<NewFamilyNotice name="The cousins" familyId="family-2" />);
    expect(screen.getByRole("button", { name: "Open The cousins" })).toBeVisible();
  });
});

describe("invoices", () => {
  const invoice = {
    id: "in_1",
    number: "KEEP-0001",
    createdAt: "2026-11-21T10:00:00.000Z",
    amount: 499,
    currency: "GBP",
    status: "paid",
    pageUrl: "https://pay.example/in_1",
    pdfUrl: "https://pay.example/in_1/pdf",
  } as const;

  test("are listed with date, amount and document", async () => {
    const open = {
      ...invoice,
      id: "in_2",
      status: "open",
      amount: 999,
      createdAt: "2026-12-21T10:00:00.000Z",
    };
    const { container } = await show(<InvoiceList invoices={[open as typeof invoice, invoice]} />);
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "21 December 2026KEEP-0001£9.99To be paidInvoice",
      "21 November 2026KEEP-0001£4.99PaidInvoice",
    ]);
    expect(screen.getByRole("link", { name: "Invoice of 21 November 2026" })).toHaveAttribute(
      "href",
      invoice.pdfUrl,
    );
    expect((await axe(container)).violations).toEqual([]);
  });

  test("that can't be fetched don't show as an empty list", async () => {
    await show(<InvoiceList invoices={null} />);
    expect(screen.getByText(/can't be loaded right now. Nothing is lost/)).toBeVisible();
  });
});

describe("the card payment settings", () => {
  const settings = {
    provider: "Stripe",
    isConfigured: false,
    hasSecretKey: false,
    hasWebhookSecret: false,
    mode: null,
    webhookUrl: "https://album.example/api/stripe/webhook",
    lastEvent: null,
    errors: [],
  } as const;

  test("without keys say so, and have no buttons", async () => {
    const { container } = await show(<PaymentSettings settings={{ ...settings, errors: [] }} />);
    expect(screen.getByText("Not configured")).toBeVisible();
    expect(screen.getByText(/Card payments aren't set up on this server/)).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    expect((await axe(container)).violations).toEqual([]);
  });

  test("with keys show the mode, the last event and any problem", async () => {
    await show(
      <PaymentSettings
        settings={{
          ...settings,
          isConfigured: true,
          hasSecretKey: true,
          hasWebhookSecret: true,
          mode: "test",
          lastEvent: { name: "invoice.paid", receivedAt: "2026-11-21T10:00:00.000Z" },
          errors: [{ name: "signature", code: "bad_signature", at: "2026-11-21T09:00:00.000Z" }],
        }}
      />,
    );
    expect(screen.getByText("Set, test mode (no money moves)")).toBeVisible();
    expect(screen.getByText(/^invoice.paid, 21 November 2026/)).toBeVisible();
    expect(screen.getByText(/Does STRIPE_WEBHOOK_SECRET belong to this address/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Test the connection" })).toBeVisible();
  });
});
