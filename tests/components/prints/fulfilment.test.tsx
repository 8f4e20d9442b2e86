import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { FamilyOrdersTable } from "@/components/shop/prints/family-orders-table";
import { removeToast } from "@/components/ui/toast";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { adminPrintOrder } from "@/tests/support/print-orders";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const linkCall = "POST /api/admin/print-orders/order-1/link";
const sendCall = "POST /api/admin/print-orders/order-1/send";
const order = adminPrintOrder();
const withFulfilment = (change: Partial<AdminPrintOrderDto["fulfilment"]>, more = {}) =>
  adminPrintOrder({ fulfilment: { ...order.fulfilment, ...change }, ...more });

afterEach(() => act(() => removeToast()));

function renderTable(one: AdminPrintOrderDto, canSend = false) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/admin/print-orders", { json: [one] })
    .on("POST /api/admin/print-orders/mark-viewed", { json: { success: true } })
    .install();
  return { api, ...renderPage(<FamilyOrdersTable canSend={canSend} />, { address: "/admin-print-orders" }) };
}
const row = () => screen.findByRole("row", { name: /Order 12/ });

test("an order's package can be downloaded, with its size once it is made", async () => {
  const { container } = renderTable(withFulfilment({ packageBytes: 4_404_019 }));
  const link = within(await row()).getByRole("link", { name: /^Download package of order 12/ });
  expect(link).toHaveAttribute("href", "/api/admin/print-orders/order-1/package");
  expect(link).toHaveTextContent("4.2 MB");
  expect((await axe(container)).violations).toEqual([]);
});

test("a cancelled order offers nothing to print", async () => {
  renderTable(adminPrintOrder({ status: "cancelled" }), true);
  expect(within(await row()).queryByRole("link", { name: /package/ })).toBeNull();
});

test("the lab's link is created on request, with its expiry, and can be copied", async () => {
  const user = userEvent.setup();
  const { api } = renderTable(order);
  const url = "https://album.example.org/api/print-packages/abc";
  api.on(linkCall, { status: 201, json: { url, expiresAt: "2026-11-28T12:00:00.000Z" } });
  await user.click(within(await row()).getByRole("button", { name: /Link for the lab/ }));
  const dialog = await screen.findByRole("dialog", { name: "Link to the package of order 12" });
  expect(await within(dialog).findByRole("textbox", { name: "Link" })).toHaveValue(url);
  expect(dialog).toHaveTextContent("Give it only to the lab.");
  expect(dialog).toHaveTextContent("28 November 2026");
  expect((await axe(dialog)).violations).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(url);
  expect(dialog).toHaveTextContent("The link is copied.");
});

test("a link that can't be created says so", async () => {
  const { api } = renderTable(order);
  api.on(linkCall, { status: 503, json: { error: "The album is starting up.", code: "x" } });
  await userEvent.click(within(await row()).getByRole("button", { name: /Link for the lab/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The album is starting up.");
});

test("sending to Prodigi is offered if it is set up, after confirmation", async () => {
  const { api } = renderTable(order, true);
  api.on(sendCall, { status: 202, json: withFulfilment({ sendState: "queued" }) });
  await userEvent.click(within(await row()).getByRole("button", { name: /^Send to Prodigi/ }));
  const question = await screen.findByRole("alertdialog", { name: "Send order 12 to Prodigi?" });
  expect(question).toHaveTextContent("It charges the account of the person who runs this server.");
  await userEvent.click(within(question).getByRole("button", { name: "Send to Prodigi" }));
  expect(api.calls.find(({ path }) => path.endsWith("/send"))?.body).toEqual({ provider: "prodigi" });
  expect(await screen.findByText(/It goes to Prodigi automatically/)).toBeVisible();
});

test("without a key nothing offers to send", async () => {
  renderTable(order);
  expect(within(await row()).queryByRole("button", { name: /Prodigi/ })).toBeNull();
});

test.each([
  ["sending", "It's being sent to Prodigi."],
  ["sent", "Prodigi is making this order."],
] as const)("an order that is %s says so, and can't be sent again", async (sendState, words) => {
  renderTable(withFulfilment({ sendState }), true);
  expect(await row()).toHaveTextContent(words);
  expect(within(await row()).queryByRole("button", { name: /^Send to Prodigi/ })).toBeNull();
});

test("cancelling an order at Prodigi says that it is cancelled there, and shows when that is too late", async () => {
  const { api } = renderTable(withFulfilment({ sendState: "sent" }, { status: "in_production" }));
  const message = "Prodigi is already making this order, so it can no longer be cancelled.";
  api.on("PATCH /api/admin/print-orders/order-1", { status: 409, json: { message, code: "too_late" } });
  await userEvent.selectOptions(await screen.findByRole("combobox"), "Cancelled");
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("It's cancelled at Prodigi first");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel order" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent(message);
});

test("problems are described, and the step can be retried", async () => {
  renderTable(withFulfilment({ sendState: "failed", sendError: "Prodigi answered 429" }), true);
  expect(await row()).toHaveTextContent("It could not be sent to Prodigi. Prodigi answered 429");
  expect(within(await row()).getByRole("button", { name: /^Send to Prodigi/ })).toBeVisible();
});

test("pictures that can't be printed are named, and the package can be rebuilt", async () => {
  const reason = "The photo is in the trash.";
  const { api, container } = renderTable(
    withFulfilment({ problems: [{ pictureId: "item-1", fileName: "beach.jpg", reason }] }),
  );
  expect(await row()).toHaveTextContent(`beach.jpg: ${reason}`);
  expect((await axe(container)).violations).toEqual([]);
  api.on(sendCall, { status: 202, json: order });
  await userEvent.click(within(await row()).getByRole("button", { name: /^Rebuild it/ }));
  expect(api.calls.find(({ path }) => path.endsWith("/send"))?.body).toEqual({
    provider: "professional-print-lab",
  });
  expect(await row()).not.toHaveTextContent(reason);
});
