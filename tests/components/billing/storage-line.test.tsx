import { render, screen } from "@testing-library/react";
import { StorageBanner } from "@/components/shell/banners/storage-banner";
import { StorageLine } from "@/components/shop/billing/storage-line";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";

const action = { actionText: "See plans", actionUrl: "/billing" };
const upgrade = {
  type: "upgrade_available" as const,
  title: "More room with the Family Plan",
  message: "200GB and up to 6 members, £4.99 per month.",
  threshold: 0,
  ...action,
};
const low = {
  type: "warning" as const,
  title: "Storage Low",
  message: "82% taken.",
  threshold: 80,
  ...action,
};
const storage = (items: QuotaNotificationsDto["items"]): QuotaNotificationsDto => ({
  status: items.includes(low) ? "warning" : "normal",
  quota: { percentage: 10, usedBytes: 1, limitBytes: 10 },
  items,
});

test("the next larger plan is shown under the storage, with a link to it", () => {
  render(<StorageLine storage={storage([upgrade])} />);
  expect(screen.getByText(upgrade.title)).toBeVisible();
  expect(screen.getByText(/200GB and up to 6 members/)).toBeVisible();
  expect(screen.getByRole("link", { name: "See plans" })).toHaveAttribute("href", "/billing");
});

test("next to the plans it needs no link", () => {
  render(<StorageLine storage={storage([upgrade])} isBesidePlans />);
  expect(screen.getByText(upgrade.title)).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

test("on the largest plan nothing is offered", () => {
  render(<StorageLine storage={storage([])} />);
  expect(screen.queryByText(/More room/)).not.toBeInTheDocument();
});

test("the banner mentions it when storage runs out, and only then", () => {
  const { rerender } = render(<StorageBanner notifications={storage([low, upgrade])} />);
  expect(screen.getByRole("complementary", { name: "Storage" })).toHaveTextContent(
    "More room with the Family Plan: 200GB and up to 6 members, £4.99 per month.",
  );
  rerender(<StorageBanner notifications={storage([upgrade])} />);
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
});
