import { screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { PrintsCard } from "@/components/shop/prints/prints-card";
import type { QuotaDto } from "@/lib/shop/prints/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { quota } from "@/tests/support/print-orders";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

async function renderCard(change: Partial<QuotaDto> = {}) {
  new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/user/quota", { json: quota(change) })
    .install();
  const view = renderPage(<PrintsCard />, { address: "/quota" });
  return { ...view, card: await screen.findByRole("region", { name: "Free prints" }) };
}

const shares = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("the remaining prints, the plan's quota and the reset date are shown", async () => {
  const { card, container } = await renderCard();
  expect(card).toHaveTextContent("5prints left this month");
  expect(card).toHaveTextContent("Your plan gives you 5 free prints a month.");
  expect(card).toHaveTextContent("You can order once a month.");
  expect(card).toHaveTextContent("Your free prints renew on 1 December 2026.");
  expect(shares()).toEqual(["5 prints from your plan"]);
  expect(screen.getByRole("link", { name: "Choose photos to print" })).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("prints from vouchers are listed apart from the month's", async () => {
  const { card } = await renderCard({ remaining: 7, voucherPrints: 2 });
  expect(card).toHaveTextContent("7prints left this month");
  expect(card).toHaveTextContent("Prints from vouchers stay yours until you use them.");
  expect(shares()).toEqual(["5 prints from your plan", "2 prints from vouchers"]);
});

test("once the month's order is placed it shows what that used and what was forfeited", async () => {
  const { card, container } = await renderCard({
    remaining: 0,
    order: { id: "order-1", printCount: 3 },
    forfeited: 2,
  });
  expect(card).toHaveTextContent("0left: this month's prints are ordered.");
  expect(card).toHaveTextContent("This month's order has 3 prints. You lost the 2 prints you didn't use.");
  expect(shares()).toEqual(["3 prints ordered", "2 prints lost"]);
  expect(screen.queryByRole("link", { name: "Choose photos to print" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Your print orders" })).toHaveAttribute("href", "/print-orders");
  expect((await axe(container)).violations).toEqual([]);
});
