import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PricingView, type PricingViewProps } from "@/components/shop/billing/pricing-view";
import { plans } from "@/lib/core/plans/plans";

const show = (props: Partial<PricingViewProps> = {}) =>
  render(
    <PricingView
      plans={(["free", "family", "premium"] as const).map((tier) => ({ tier, ...plans[tier] }))}
      currency="GBP"
      locale="en-GB"
      current={null}
      isSignedIn={false}
      isOwner={false}
      isSignUpOpen={true}
      {...props}
    />,
  );
const card = (name: string) =>
  within(screen.getByRole("heading", { name }).closest("li") ?? document.createElement("div"));

test("each plan shows its price, storage and members", () => {
  show();
  expect(card("Free").getByText("£0.00")).toBeVisible();
  expect(card("Free").getByText("Limited features")).toBeVisible();
  expect(card("Family Plan").getByText("£4.99")).toBeVisible();
  expect(card("Family Plan").getByText("200GB for photos and videos")).toBeVisible();
  expect(card("Family Plan").getByText("Up to 6 members")).toBeVisible();
  expect(card("Premium Plan").getByText("£9.99")).toBeVisible();
  expect(card("Premium Plan").getByText("Unlimited storage for photos and videos")).toBeVisible();
});

test("yearly prices show the saving", async () => {
  show();
  await userEvent.click(screen.getByRole("radio", { name: "Yearly" }));
  expect(card("Family Plan").getByText("£49.90")).toBeVisible();
  expect(card("Family Plan").getByText("£9.98 less than paying monthly")).toBeVisible();
});

test("another currency is converted at its rate, and marked as a guide", async () => {
  show({ currency: "JPY" });
  expect(card("Family Plan").getByText("JP¥933")).toBeVisible();
  expect(screen.getByText(/a guide to what your bank will charge/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Currency"), "GBP");
  expect(card("Family Plan").getByText("£4.99")).toBeVisible();
  expect(screen.queryByText(/a guide to what your bank will charge/)).not.toBeInTheDocument();
});

test("a visitor is sent to create a family, an owner to billing, a member nowhere", () => {
  const { unmount } = show();
  expect(card("Free").getByRole("link", { name: "Create your family" })).toHaveAttribute(
    "href",
    "/organization/signup",
  );
  unmount();
  const owner = show({ isSignedIn: true, isOwner: true, current: "free" });
  expect(card("Free").getByText("Your family's plan")).toBeVisible();
  expect(card("Free").queryByRole("link")).not.toBeInTheDocument();
  expect(card("Premium Plan").getByRole("link", { name: "Go to billing" })).toHaveAttribute(
    "href",
    "/billing",
  );
  owner.unmount();
  show({ isSignedIn: true, current: "free" });
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
