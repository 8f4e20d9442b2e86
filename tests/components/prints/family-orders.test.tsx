import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { CourtesyForm } from "@/components/shop/prints/courtesy-form";
import { FamilyOrdersTable } from "@/components/shop/prints/family-orders-table";
import { removeToast } from "@/components/ui/toast";
import type { AdminPrintOrderDto, PrintSettingsDto } from "@/lib/shop/prints/schema";
import { type ApiReply, FakeApi } from "@/tests/support/fake-api";
import { adminPrintOrder } from "@/tests/support/print-orders";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const markCall = "POST /api/admin/print-orders/mark-viewed";
const changeCall = "PATCH /api/admin/print-orders/order-1";

afterEach(() => act(() => removeToast()));

function renderTable(orders: AdminPrintOrderDto[], change: ApiReply = { status: 500 }) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/admin/print-orders", { json: orders })
    .on(markCall, { json: { success: true } })
    .on(changeCall, change)
    .install();
  return { api, ...renderPage(<FamilyOrdersTable />, { address: "/admin-print-orders" }) };
}

const row = () => screen.findByRole("row", { name: /Order 12/ });
const choose = async (label: string) =>
  userEvent.selectOptions(await screen.findByRole("combobox", { name: "Status of order 12" }), label);
const changes = (api: FakeApi) =>
  api.calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);

test("an order shows who ordered how many prints, and the address", async () => {
  const { container } = renderTable([adminPrintOrder()]);
  const order = await row();
  expect(order).toHaveTextContent("Rose");
  expect(order).not.toHaveTextContent("rose.m");
  expect(order).toHaveTextContent("3 prints");
  expect(order).toHaveTextContent("Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA");
  expect(order).toHaveTextContent("The packing slip says it's from The Okafors.");
  expect(within(order).getByRole("link", { name: /beach.jpg/ })).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
});

test("an order from someone who has left says so", async () => {
  renderTable([adminPrintOrder({ orderedBy: null })]);
  expect(await row()).toHaveTextContent("Someone who left");
});

test("opening the page marks the orders as viewed; new ones stay marked during this visit", async () => {
  const { api, queryClient } = renderTable([
    adminPrintOrder({ viewedAt: null }),
    adminPrintOrder({ id: "order-2", number: 11 }),
  ]);
  queryClient.setQueryData(["/api/admin/print-orders/unviewed-count"], 1);
  expect(await row()).toHaveTextContent("New");
  expect(screen.getByRole("row", { name: /Order 11/ })).not.toHaveTextContent("New");
  await waitFor(() => expect(api.made(markCall)).toHaveLength(1));
  await waitFor(() => expect(queryClient.getQueryData(["/api/admin/print-orders/unviewed-count"])).toBe(0));
  api.on("GET /api/admin/print-orders", { json: [adminPrintOrder()] });
  await queryClient.invalidateQueries({ queryKey: ["/api/admin/print-orders"] });
  expect(await row()).toHaveTextContent("New");
  expect(api.made(markCall)).toHaveLength(1);
});

test("orders that were seen before are not marked again", async () => {
  const { api } = renderTable([adminPrintOrder()]);
  expect(await row()).not.toHaveTextContent("New");
  expect(api.made("POST")).toEqual([]);
});

test.each([
  ["placed", ["Placed", "In production", "Dispatched", "Delivered", "Cancelled"]],
  ["in_production", ["In production", "Dispatched", "Delivered", "Cancelled"]],
  ["dispatched", ["Dispatched", "Delivered"]],
] as const)("an order that is %s can take the next steps", async (status, labels) => {
  renderTable([adminPrintOrder({ status })]);
  const select = await screen.findByRole("combobox", { name: "Status of order 12" });
  expect(
    within(select)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(labels);
});

test.each(["delivered", "cancelled"] as const)("an order that is %s can't continue", async (status) => {
  renderTable([adminPrintOrder({ status })]);
  await row();
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
});

test("a step needs confirmation, as it can't be undone", async () => {
  const { api } = renderTable([adminPrintOrder()], { json: adminPrintOrder({ status: "in_production" }) });
  await choose("In production");
  const dialog = await screen.findByRole("dialog", { name: "Mark order 12 as in production?" });
  expect(dialog).toHaveTextContent("Rose gets a notification. An order never goes back to an earlier state.");
  expect(changes(api)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Mark as in production" }));
  expect(await screen.findByText("Order 12 is now in production")).toBeVisible();
  expect(changes(api)).toEqual([{ status: "in_production" }]);
  expect(await screen.findByRole("combobox", { name: "Status of order 12" })).toHaveValue("in_production");
});

test("Cancel leaves the order as it is", async () => {
  const { api } = renderTable([adminPrintOrder()]);
  await choose("Delivered");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("combobox", { name: "Status of order 12" })).toHaveValue("placed");
  expect(changes(api)).toEqual([]);
});

test("a dispatched order saves the tracking link too", async () => {
  const { api } = renderTable([adminPrintOrder({ status: "in_production" })], {
    json: adminPrintOrder({ status: "dispatched", trackingUrl: "https://post.example/1" }),
  });
  await choose("Dispatched");
  await userEvent.type(await screen.findByLabelText("Tracking link (optional)"), "https://post.example/1");
  await userEvent.click(screen.getByRole("button", { name: "Mark as dispatched" }));
  expect(await screen.findByRole("link", { name: /Track parcel/ })).toHaveAttribute(
    "href",
    "https://post.example/1",
  );
  expect(changes(api)).toEqual([{ status: "dispatched", trackingUrl: "https://post.example/1" }]);
});

test("a tracking link that isn't a web address is refused, and what was typed stays", async () => {
  const { api } = renderTable([adminPrintOrder()]);
  await userEvent.click(await screen.findByRole("button", { name: "Add tracking link to order 12" }));
  await userEvent.type(await screen.findByLabelText("Tracking link"), "post office");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Please enter the address of a page, with https://")).toBeVisible();
  expect(screen.getByLabelText("Tracking link")).toHaveValue("post office");
  expect(changes(api)).toEqual([]);
});

test("a tracking link is removed by leaving it empty", async () => {
  const { api } = renderTable(
    [adminPrintOrder({ status: "dispatched", trackingUrl: "https://post.example/1" })],
    {
      json: adminPrintOrder({ status: "dispatched" }),
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Change the tracking link of order 12" }));
  await userEvent.clear(await screen.findByLabelText("Tracking link"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("The tracking link of order 12 is saved")).toBeVisible();
  expect(changes(api)).toEqual([{ trackingUrl: null }]);
});

test("a refused step shows the reason in the dialog", async () => {
  renderTable([adminPrintOrder()], {
    status: 422,
    json: { message: "An order can't go back to an earlier state.", field: "status" },
  });
  await choose("Delivered");
  await userEvent.click(await screen.findByRole("button", { name: "Mark as delivered" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("An order can't go back to an earlier state.");
});

test("without orders the page says so", async () => {
  renderTable([]);
  expect(await screen.findByRole("heading", { name: "No orders yet" })).toBeVisible();
});

/** @param meanwhile what another admin saves while the form is open */
function renderCourtesy(settings: PrintSettingsDto, meanwhile: Partial<PrintSettingsDto> = {}) {
  const path = "/api/print-payment-settings/family-1";
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on(`GET ${path}`, { json: settings })
    .on(`PUT ${path}`, ({ body }) => ({ json: { ...settings, ...meanwhile, ...(body as object) } }))
    .install();
  const saved = () => api.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  return { saved, ...renderPage(<CourtesyForm familyId="family-1" familyName="The Okafors" />) };
}

test("the courtesy name on parcels can be changed", async () => {
  const { saved, container } = renderCourtesy({ showCourtesyMessage: true, courtesyName: null });
  expect(await screen.findByText("If left empty, it says The Okafors.")).toBeVisible();
  expect((await axe(container)).violations).toEqual([]);
  await userEvent.type(screen.getByLabelText("Name (optional)"), "Nana's kitchen");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(saved()).toEqual([{ courtesyName: "Nana's kitchen" }]);
});

test("parcels can omit the sender; the name is kept for later", async () => {
  const { saved } = renderCourtesy({ showCourtesyMessage: true, courtesyName: "Nana" });
  await userEvent.click(await screen.findByRole("radio", { name: "No, leave it out" }));
  expect(screen.queryByLabelText("Name (optional)")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(saved()).toEqual([{ showCourtesyMessage: false }]);
});

test("a new courtesy name leaves the choice that another admin made meanwhile, and the form shows it", async () => {
  const { saved } = renderCourtesy(
    { showCourtesyMessage: true, courtesyName: null },
    { showCourtesyMessage: false },
  );
  const save = await screen.findByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(saved()).toEqual([]);
  await userEvent.type(screen.getByLabelText("Name (optional)"), "Nana");
  await userEvent.click(save);
  await waitFor(() => expect(screen.getByRole("radio", { name: "No, leave it out" })).toBeChecked());
  expect(saved()).toEqual([{ courtesyName: "Nana" }]);
});
