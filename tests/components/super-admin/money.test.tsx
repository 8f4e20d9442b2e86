import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { GiftOrdersPanel } from "@/components/operations/super-admin/gift-orders-panel";
import { OverviewFigures } from "@/components/operations/super-admin/overview-figures";
import { GiftOrderCard } from "@/components/shop/gifts/gift-order-card";
import { GiftProductList } from "@/components/shop/gifts/gift-product-list";
import { PreferencesProvider } from "@/components/ui/preferences";
import type { OverviewDto } from "@/lib/operations/super-admin/schema";
import type { GiftOrderDto, OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

// Specification 9.7 and 9.8: a pound is 1.16 euros. Swedes write the currency sign after the number.
const chosen = { currency: "EUR", locale: "en-SE" } as const;
const preferences = { appName: "Keepsake", avatarUrl: null, ...chosen };
const plain = (element: HTMLElement) => (element.textContent ?? "").replaceAll("\u00a0", " ");

/** Renders for someone with these preferences. */
async function asChosen(children: ReactNode) {
  const { container } = await act(async () => {
    const view = renderPage(<PreferencesProvider value={preferences}>{children}</PreferencesProvider>, {
      user: operator,
    });
    // The chart code is fetched when a chart is first shown.
    await import("@/components/operations/charts/stacked-bars");
    return view;
  });
  return container;
}

const operator = userDto({ isSuperAdmin: true, currentFamily: null });
beforeEach(() => {
  new FakeApi().on("GET /api/auth/me", { json: operator }).install();
});

const overview: OverviewDto = {
  families: 1204,
  suspendedFamilies: 0,
  familiesByTier: { free: 1200, family: 3, premium: 1 },
  users: 2,
  activeUsers: 2,
  media: 5,
  storageBytes: 1024,
  revenue: {
    paying: 4,
    monthly: [
      { currency: "GBP", amount: 1497 },
      { currency: "USD", amount: 999 },
    ],
    planValueMonthly: 2000,
    isConfigured: true,
  },
  gifts: { toMake: 0, underWay: 0, paidPence: 1300 },
  queue: { waiting: 0, running: 0, failed: 0 },
  openReports: 0,
  weeks: [{ week: "2026-11-16", families: 1, users: 2, uploads: 3 }],
};

test("the super admin's figures and charts follow the chosen currency and format", async () => {
  const figures = plain(await asChosen(<OverviewFigures overview={overview} money={chosen} />));
  expect(figures).toContain("14,97 £ (about €17.37) + 9,99 US$");
  expect(figures).toContain("The plans in use are worth 20,00 £ (about €23.20) a month.");
  expect(figures).toContain("13,00 £ (about €15.08) paid by card in the last 30 days");
  expect(figures).toContain("1 204");
});

test("without a payment provider the figures say so in the chosen format", async () => {
  const revenue = { ...overview.revenue, monthly: [], isConfigured: false };
  const figures = plain(
    await asChosen(
      <OverviewFigures overview={{ ...overview, revenue }} money={{ currency: "GBP", locale: "en-SE" }} />,
    ),
  );
  expect(figures).toContain("0,00 £No payment provider is set up");
  expect(figures).not.toContain("about");
});

const order = {
  id: "gift-1",
  number: 7,
  status: "placed",
  product: "mug",
  size: "330ml",
  quantity: 2,
  bookPages: null,
  total: 2600,
  fromBalance: 550,
  currency: "GBP",
  giftEmail: null,
  shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds",
  trackingUrl: null,
  orderedAt: "2026-11-05T12:00:00.000Z",
  paidAt: "2026-11-05T12:01:00.000Z",
} as const;

test("gift orders and their refunds follow the chosen format", async () => {
  const row: OperatorGiftOrderDto = {
    ...order,
    pictureCount: 1,
    familyName: "The Okafors",
    orderedBy: null,
    refund: "none",
    refundError: null,
  };
  new FakeApi()
    .on("GET /api/auth/me", { json: operator })
    .on("GET /api/super-admin/gift-orders", { json: [row] })
    .install();
  await asChosen(<GiftOrdersPanel />);
  expect(plain(await screen.findByRole("listitem"))).toContain("26 £, 5,50 £ of it from a balance");
  await userEvent.click(screen.getByRole("button", { name: /^Cancel and refund/ }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/goes back to the card/)).toHaveTextContent(
    "20,50 £ goes back to the card, and 5,50 £ to the customer's balance.",
  );
});

test("a gift card is named by its value in the chosen format", async () => {
  const card: GiftOrderDto = {
    ...order,
    product: "gift-card",
    size: "25",
    quantity: 1,
    total: 2500,
    fromBalance: 0,
    checkoutUrl: null,
    code: null,
    pictures: [],
  };
  const container = await asChosen(
    <>
      <GiftProductList samples={[]} money={chosen} onChoose={() => {}} />
      <GiftOrderCard order={card} />
    </>,
  );
  expect(plain(container)).toContain("Gift card, 25 £");
  expect(plain(container)).not.toMatch(/£\d/);
});
