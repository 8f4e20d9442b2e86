import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { BillingOverview, type BillingOverviewProps } from "@/components/shop/billing/billing-overview";
import { removeToast } from "@/components/ui/toast";
import { consoleErrors, expectConsoleError } from "@/tests/support/fail-on-console-error";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const gibibyte = 1024 ** 3;
const plan = { priceYearly: 0, members: 3 };
const free = { ...plan, tier: "free", name: "Free", priceMonthly: 0, storageBytes: 5 * gibibyte } as const;
const premium = {
  ...plan,
  tier: "premium",
  name: "Premium Plan",
  priceMonthly: 999,
  storageBytes: null,
  members: 10,
} as const;

const unpaid = {
  tier: "free",
  isConfigured: false,
  subscription: null,
  givenTier: null,
  voucher: null,
  over: { storageBytes: 0, members: 0 },
} as const;
const family = {
  ...plan,
  tier: "family",
  name: "Family Plan",
  priceMonthly: 499,
  priceYearly: 4990,
  storageBytes: 200 * gibibyte,
  members: 6,
} as const;
const subscription = {
  state: "active",
  tier: "family",
  interval: "month",
  amount: 499,
  currency: "GBP",
  currentPeriodEnd: "2026-12-21T00:00:00.000Z",
  endsAt: null,
  graceEndsAt: null,
} as const;
const paid = { ...unpaid, tier: "family", isConfigured: true, subscription } as const;

const show = async (change: Partial<BillingOverviewProps> = {}) => (await showWithCalls(change)).view;

async function showWithCalls(change: Partial<BillingOverviewProps> = {}) {
  const api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  const view = renderPage(
    <BillingOverview
      plan={free}
      plans={[free, premium]}
      billing={unpaid}
      storage={{
        status: "normal",
        quota: { percentage: 30, usedBytes: 1.5 * gibibyte, limitBytes: 5 * gibibyte },
        items: [],
      }}
      accounts={2}
      ownerNames={["Amara"]}
      isOwner={false}
      {...change}
    />,
  );
  // Let the session check finish.
  await act(async () => {});
  return { api, view, container: view.container };
}

afterEach(() => {
  act(() => removeToast());
});

test("the plan is shown with its usage, and the other plans with their limits", async () => {
  const { container } = await show();
  expect(screen.getByRole("region", { name: "Free" })).toHaveTextContent("Free");
  expect(screen.getByText("1.5GB of 5GB")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "30% of the storage used" })).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "2 of 3 places used" })).toBeVisible();
  expect(screen.getByText("Unlimited storage, up to 10 members")).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("nothing claims to sell: it says that payments aren't set up, and whom to ask", async () => {
  const { unmount } = await show();
  // Members don't need to know how the server is set up.
  expect(screen.getByText("If your family needs another plan, ask Amara.")).toBeVisible();
  expect(screen.queryByText(/set up/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  unmount();
  await show({ isOwner: true });
  expect(screen.getByText(/Online payment/)).toHaveTextContent(
    "The person who runs this server can change it for you.",
  );
});

test("unlimited storage has no limit to approach", async () => {
  const quota = { percentage: 0, usedBytes: 300 * gibibyte, limitBytes: null };
  await show({ plan: premium, plans: [free, premium], storage: { status: "normal", quota, items: [] } });
  expect(screen.getByText("300GB of unlimited storage")).toBeVisible();
  expect(screen.queryByRole("progressbar", { name: /storage/ })).not.toBeInTheDocument();
});

describe("when plans can be paid for", () => {
  const plans = [free, family, { ...premium, priceYearly: 9990 }];

  const bodies = (api: FakeApi, path: string) =>
    api.calls.filter((call) => call.path === path).map(({ body }) => body);

  // jsdom can't leave the page and logs an error.
  const left = () => waitFor(() => expect(consoleErrors()).toMatch(/navigation/));

  test("the owner of a free family upgrades, monthly or yearly", async () => {
    const { api } = await showWithCalls({ plans, billing: { ...unpaid, isConfigured: true }, isOwner: true });
    api.on("POST /api/billing/checkout", { json: { url: "https://pay.example/1" } });
    expect(screen.queryByText(/isn't set up/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("radio", { name: "Yearly" }));
    expect(screen.getByText("£49.90 a year")).toBeVisible();
    expectConsoleError(/navigation/);
    await userEvent.click(screen.getByRole("button", { name: "Upgrade: Family Plan" }));
    await left();
    expect(bodies(api, "/api/billing/checkout")).toEqual([{ tier: "family", interval: "year" }]);
  });

  test("the payer sees when and how much, changes, cancels, and manages the card", async () => {
    const { api, container } = await showWithCalls({ plan: family, plans, billing: paid, isOwner: true });
    expect(
      screen.getByText("£4.99 a month, by card. The next payment is on 21 December 2026."),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Upgrade: Premium Plan" })).toBeVisible();
    expect((await axe(container)).violations).toEqual([]);
    await userEvent.click(screen.getByRole("radio", { name: "Yearly" }));
    expect(screen.getByRole("button", { name: "Pay by the year: Family Plan" })).toBeVisible();
    api.on("POST /api/billing/portal", { json: { url: "https://pay.example/portal" } });
    expectConsoleError(/navigation/);
    await userEvent.click(screen.getByRole("button", { name: "Cancel plan" }));
    await left();
    expect(bodies(api, "/api/billing/portal")).toEqual([{ flow: "cancel" }]);
    expect(screen.getByRole("button", { name: "Card and billing details" })).toBeVisible();
  });

  test("a cancelled plan says when it ends, and can't be cancelled again", async () => {
    const billing = { ...paid, subscription: { ...subscription, endsAt: subscription.currentPeriodEnd } };
    await show({ plan: family, plans, billing, isOwner: true });
    expect(
      screen.getByText(/It's cancelled and ends on 21 December 2026. You won't be charged again./),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Cancel plan" })).not.toBeInTheDocument();
  });

  test("a refusal says that nothing was charged, and the button works again", async () => {
    const { api } = await showWithCalls({ plans, billing: { ...unpaid, isConfigured: true }, isOwner: true });
    const error =
      "The card payment provider can't be reached right now. Nothing was charged; please try again.";
    api.on("POST /api/billing/checkout", { status: 503, json: { error, code: "payments_unavailable" } });
    await userEvent.click(screen.getByRole("button", { name: "Upgrade: Premium Plan" }));
    expect(await screen.findByText(error, { selector: "div" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Upgrade: Premium Plan" })).not.toHaveAttribute(
      "aria-busy",
      "true",
    );
  });

  test("other family members see the plans, and who can change them", async () => {
    await show({ plan: family, plans, billing: paid });
    expect(screen.getByText("Only the family's owner can change the plan. Ask Amara.")).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  test("a granted plan costs nothing, and says where it comes from", async () => {
    const billing = { ...unpaid, tier: "family", isConfigured: true, givenTier: "family" } as const;
    await show({ plan: family, plans, billing, isOwner: true });
    expect(screen.getByText("Nothing to pay")).toBeVisible();
    expect(screen.getByText("The person who runs this server gave your family this plan.")).toBeVisible();
  });
});
