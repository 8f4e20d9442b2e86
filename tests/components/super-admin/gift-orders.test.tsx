import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GiftOrdersPanel } from "@/components/operations/super-admin/gift-orders-panel";
import type { OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const operator = userDto({ isSuperAdmin: true, currentFamily: null });
const mug: OperatorGiftOrderDto = {
  id: "gift-1",
  number: 7,
  status: "placed",
  product: "mug",
  size: "330ml",
  quantity: 2,
  total: 2600,
  fromBalance: 500,
  bookPages: null,
  currency: "GBP",
  giftEmail: null,
  shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds",
  trackingUrl: null,
  orderedAt: "2026-11-05T12:00:00.000Z",
  paidAt: "2026-11-05T12:01:00.000Z",
  pictureCount: 1,
  familyName: "The Okafors",
  orderedBy: { userId: "user-2", username: "rose" },
  refund: "none",
  refundError: null,
};

function show(orders: OperatorGiftOrderDto[]) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: operator })
    .on("GET /api/super-admin/gift-orders", { json: orders })
    .install();
  return { api, ...renderPage(<GiftOrdersPanel />, { address: "/super-admin", user: operator }) };
}

test("a gift order shows what to make, for whom, the address and the files", async () => {
  const { container } = show([mug]);
  const row = within(await screen.findByRole("listitem"));
  expect(row.getByText("2 × Mug, 330 ml")).toBeVisible();
  expect(row.getByText(/rose of The Okafors/)).toHaveTextContent(
    "Deliver to Ada Okafor, 1 Garden Lane, Leeds.",
  );
  expect(row.getByRole("link", { name: /^Files for the lab/ })).toHaveAttribute(
    "href",
    "/api/super-admin/gift-orders/gift-1/package",
  );
  expect((await axe(container)).violations).toEqual([]);
});

test("a paid order is cancelled after a question that says what is refunded", async () => {
  const { api } = show([mug]);
  api.on("POST /api/super-admin/gift-orders/gift-1/cancel", {
    json: { ...mug, status: "cancelled", refund: "underWay" },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Cancel and refund/ }));
  const question = within(await screen.findByRole("alertdialog", { name: "Cancel gift order 7?" }));
  expect(
    question.getByText(
      "£21 goes back to the card, and £5 to the customer's balance. The customer gets an email.",
    ),
  ).toBeVisible();
  await userEvent.click(question.getByRole("button", { name: "Cancel and refund" }));
  expect(await screen.findByText(/The refund to the card is under way/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Cancel and refund/ })).not.toBeInTheDocument();
});

test("a failed refund shows the reason, and can be retried", async () => {
  const failing = { status: "cancelled", refund: "failing", refundError: "Insufficient funds" } as const;
  show([{ ...mug, ...failing }]);
  expect(await screen.findByText("Insufficient funds")).toBeVisible();
  expect(screen.getByRole("button", { name: /^Try the refund again/ })).toBeVisible();
});

test("a sent order can't be cancelled, and without orders the page says what will appear here", async () => {
  const { unmount } = show([{ ...mug, status: "dispatched" }]);
  await screen.findByRole("listitem");
  expect(screen.queryByRole("button", { name: /Cancel and refund/ })).not.toBeInTheDocument();
  unmount();
  show([]);
  expect(await screen.findByText("No gift orders yet")).toBeVisible();
});
