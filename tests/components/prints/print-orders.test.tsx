import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { PrintOrdersView } from "@/components/shop/prints/print-orders-view";
import { removeToast } from "@/components/ui/toast";
import type { PrintOrderDto } from "@/lib/shop/prints/schema";
import { type ApiReply, FakeApi } from "@/tests/support/fake-api";
import { orderedPicture, printOrder } from "@/tests/support/print-orders";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

afterEach(() => act(() => removeToast()));

function renderOrders(orders: PrintOrderDto[], replies: Record<string, ApiReply> = {}) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/print-orders", { json: orders })
    .install();
  for (const [call, reply] of Object.entries(replies)) api.on(call, reply);
  const view = renderPage(<PrintOrdersView />, { address: "/print-orders" });
  return { api, ...view };
}

const card = () => screen.findByRole("region", { name: "Order 12" });

test("an order shows its number, date, prints, address and pictures", async () => {
  const { container } = renderOrders([printOrder()]);
  const order = await card();
  expect(order).toHaveTextContent("3 prints, ordered on 5 November 2026");
  expect(order).toHaveTextContent("Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA");
  const picture = within(order).getByRole("link", { name: "beach.jpg: 2 prints, 4x6 Gloss" });
  expect(picture).toHaveAttribute("href", "/view-image/media-1");
  expect((await axe(container)).violations).toEqual([]);
});

test("a deleted picture is replaced by a placeholder that says so", async () => {
  renderOrders([printOrder({ items: [orderedPicture()] })]);
  fireEvent.error(within(await card()).getByRole("img"));
  expect(screen.getByText("beach.jpg is no longer in the album: 1 print, 4x6 Gloss")).toBeInTheDocument();
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
});

test.each([
  ["placed", "Placed", "We have your order. It can still be cancelled."],
  ["in_production", "In production", "Your prints are being made."],
  ["dispatched", "Dispatched", "Your prints are on their way to you."],
  ["delivered", "Delivered", "Your prints have arrived. Enjoy them!"],
  ["cancelled", "Cancelled", "This order was cancelled."],
] as const)("an order that is %s says so in friendly words", async (status, label, words) => {
  renderOrders([printOrder({ status })]);
  const order = within(await card());
  expect(order.getByText(label)).toBeVisible();
  expect(order.getByText(words)).toBeVisible();
  expect(order.queryAllByRole("button", { name: "Cancel order 12" })).toHaveLength(
    status === "placed" ? 1 : 0,
  );
});

test("a dispatched order links to the carrier's page", async () => {
  renderOrders([printOrder({ status: "dispatched", trackingUrl: "https://post.example/parcel/1" })]);
  const link = within(await card()).getByRole("link", { name: /Track parcel/ });
  expect(link).toHaveAttribute("href", "https://post.example/parcel/1");
  expect(link).toHaveAttribute("rel", "noopener noreferrer");
});

test("a long order shows its first pictures, and all on request", async () => {
  const items = Array.from({ length: 20 }, (_, index) => orderedPicture({ id: `item-${index}` }));
  renderOrders([printOrder({ items })]);
  const order = within(await card());
  expect(order.getAllByRole("img")).toHaveLength(9);
  await userEvent.click(order.getByRole("button", { name: /show all 20 photos/ }));
  expect(order.getAllByRole("img")).toHaveLength(20);
});

test("an order is cancelled after confirmation, and the free prints are recounted", async () => {
  const cancelled = printOrder({ status: "cancelled" });
  const { api, queryClient, router } = renderOrders([printOrder()], {
    "POST /api/print-orders/order-1/cancel": { json: cancelled },
  });
  queryClient.setQueryData(["/api/user/quota"], { remaining: 0 });
  await userEvent.click(within(await card()).getByRole("button", { name: "Cancel order 12" }));
  expect(await screen.findByRole("alertdialog", { name: "Cancel order 12?" })).toHaveTextContent(
    "It will not be printed.",
  );
  expect(api.made("POST")).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Cancel order" }));
  expect(await screen.findByText("Order 12 is cancelled")).toBeVisible();
  expect(await screen.findByText("This order was cancelled.")).toBeVisible();
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  expect(queryClient.getQueryState(["/api/user/quota"])?.isInvalidated).toBe(true);
});

test.each([
  ["this month", new Date().toISOString(), "until the end of the month", "You get the prints back."],
  [
    "January",
    "2026-01-05T12:00:00.000Z",
    "Only prints from vouchers come back.",
    "The free prints of January have ended. Only prints from vouchers come back.",
  ],
])(
  "an order of %s says what happens to its prints when it is cancelled",
  async (_, placedAt, before, after) => {
    renderOrders([printOrder({ placedAt })], {
      "POST /api/print-orders/order-1/cancel": { json: printOrder({ placedAt, status: "cancelled" }) },
    });
    await userEvent.click(within(await card()).getByRole("button", { name: "Cancel order 12" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent(before);
    await userEvent.click(screen.getByRole("button", { name: "Cancel order" }));
    expect(await screen.findByText(after)).toBeVisible();
  },
);

test("an order already in production stays, and the server's message explains why", async () => {
  const message = "This order is already being made and can no longer be cancelled.";
  renderOrders([printOrder()], {
    "POST /api/print-orders/order-1/cancel": { status: 409, json: { message, code: "too_late" } },
  });
  await userEvent.click(within(await card()).getByRole("button", { name: "Cancel order 12" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel order" }));
  expect(await screen.findByText("Order 12 could not be cancelled")).toBeVisible();
  expect(screen.getByText(message)).toBeVisible();
});

const left = /1 photo could not be added: no longer in the album, or no free prints are left\./;

test.each([
  [{ added: 3, skipped: 0 }, "3 prints added to your basket", null],
  [{ added: 1, skipped: 1 }, "1 print added to your basket", left],
  [{ added: 0, skipped: 1 }, "Nothing was added to your basket", left],
])("ordering again reports the outcome: %j", async (answer, title, description) => {
  const { queryClient } = renderOrders([printOrder()], {
    "POST /api/print-orders/order-1/reorder": { json: { success: true, ...answer } },
  });
  queryClient.setQueryData(["/api/basket/items"], []);
  await userEvent.click(within(await card()).getByRole("button", { name: "Order again (order 12)" }));
  expect(await screen.findByText(title)).toBeVisible();
  if (description) expect(screen.getByText(description)).toBeVisible();
  else expect(screen.queryByText(left)).not.toBeInTheDocument();
  expect(queryClient.getQueryState(["/api/basket/items"])?.isInvalidated).toBe(true);
});

test("a refused reorder shows the server's message", async () => {
  renderOrders([printOrder()], {
    "POST /api/print-orders/order-1/reorder": { status: 403, json: { message: "Please ask a grown-up." } },
  });
  await userEvent.click(within(await card()).getByRole("button", { name: /Order again/ }));
  expect(await screen.findByText("It could not be ordered again")).toBeVisible();
  expect(screen.getByText("Please ask a grown-up.")).toBeVisible();
});

test("without orders the page links to the album", async () => {
  const { container } = renderOrders([]);
  expect(await screen.findByRole("heading", { name: "No prints ordered yet" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Choose photos in the album" })).toHaveAttribute(
    "href",
    "/recent-uploads",
  );
  expect((await axe(container)).violations).toEqual([]);
});
