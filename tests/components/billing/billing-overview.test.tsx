import { act, screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { BillingOverview, type BillingOverviewProps } from "@/components/billing/billing-overview";
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

const show = async (change: Partial<BillingOverviewProps> = {}) => {
  new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  const view = renderPage(
    <BillingOverview
      plan={free}
      others={[premium]}
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
  // The session's check comes back.
  await act(async () => {});
  return view;
};

test("the plan is shown with what is taken of it, and what others hold", async () => {
  const { container } = await show();
  expect(screen.getByRole("region", { name: "Free" })).toHaveTextContent("Free of charge");
  expect(screen.getByText("1.5GB of 5GB")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "30% of the storage taken" })).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "2 of 3 places taken" })).toBeVisible();
  expect(screen.getByText("Unlimited storage, up to 10 members")).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("nothing pretends to sell: it says that paying is not set up, and whom to ask", async () => {
  const { unmount } = await show();
  expect(screen.getByText(/Paying online is not set up on this server/)).toHaveTextContent("tell Amara");
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
  unmount();
  await show({ isOwner: true });
  expect(screen.getByText(/Paying online/)).toHaveTextContent("Ask whoever runs this server");
});

test("unlimited storage has no end to come near to", async () => {
  const quota = { percentage: 0, usedBytes: 300 * gibibyte, limitBytes: null };
  await show({ plan: premium, others: [free], storage: { status: "normal", quota, items: [] } });
  expect(screen.getByText("300GB of unlimited storage")).toBeVisible();
  expect(screen.queryByRole("progressbar", { name: /storage/ })).not.toBeInTheDocument();
});
