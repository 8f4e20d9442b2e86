import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { PrintDiagnosticsView } from "@/components/shop/prints/print-diagnostics-view";
import { ProviderTestView } from "@/components/shop/prints/provider-test-view";
import type { PrintDiagnosticsDto, PrintProviderDto } from "@/lib/shop/prints/fulfilment-schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const providers: PrintProviderDto[] = [
  {
    name: "professional-print-lab",
    label: "Professional Print Lab",
    isConfigured: true,
    isChosen: true,
    setup: "Needs no key.",
  },
  {
    name: "prodigi",
    label: "Prodigi",
    isConfigured: false,
    isChosen: false,
    setup: "Not set up: PRODIGI_API_KEY and APP_URL are missing on the server.",
  },
];
const empty: PrintDiagnosticsDto = {
  providers,
  orders: [],
  ledger: [],
  packages: { count: 0, bytes: 0 },
  troubled: [],
  calls: [],
};

function renderDiagnostics(json: PrintDiagnosticsDto | null) {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/print-diagnostics", json ? { json } : { status: 500 })
    .install();
  return { api, ...renderPage(<PrintDiagnosticsView />, { address: "/print-diagnostics" }) };
}
const part = (name: string) => screen.findByRole("region", { name });

test("the labs show whether they are set up, and what is missing", async () => {
  renderDiagnostics(empty);
  expect(await part("Labs")).toHaveTextContent("Professional Print LabReadyNew orders");
  expect(await part("Labs")).toHaveTextContent("ProdigiNot set upNot set up: PRODIGI_API_KEY and APP_URL");
});

test("without orders every part says so", async () => {
  const { container } = renderDiagnostics(empty);
  expect(await part("Orders")).toHaveTextContent("No one in the family has ordered prints yet.");
  expect(await part("Needs attention")).toHaveTextContent("There's nothing to do.");
  expect(await part("Recent calls")).toHaveTextContent("No calls to a lab in the last month.");
  expect((await axe(container)).violations).toEqual([]);
});

test("orders, ledger, problems and the latest calls are shown", async () => {
  const call = { id: "1", provider: "prodigi", action: "submit", orderNumber: 12, durationMs: 1_234 };
  const { container } = renderDiagnostics({
    ...empty,
    orders: [{ status: "in_production", orders: 2, prints: 9 }],
    ledger: [
      { kind: "grant", entries: 2, prints: 10 },
      { kind: "order", entries: 2, prints: -9 },
    ],
    packages: { count: 2, bytes: 3_145_728 },
    troubled: [{ number: 12, reason: "Prodigi answered 503" }],
    calls: [{ ...call, isOk: false, detail: "Prodigi answered 503", createdAt: "2026-11-21T12:00:00.000Z" }],
  });
  expect(await part("Orders")).toHaveTextContent("In production2 orders 9 prints");
  expect(await part("Orders")).toHaveTextContent("Stored packages2 3.0 MB");
  expect(await part("Ledger of free prints")).toHaveTextContent("Total1 print left");
  expect(await part("Needs attention")).toHaveTextContent("Order 12: Prodigi answered 503");
  expect(await part("Recent calls")).toHaveTextContent("FailedOrder sentorder 12, Prodigi, 1.2 s");
  expect((await axe(container)).violations).toEqual([]);
});

test("data that could not be loaded can be loaded again", async () => {
  renderDiagnostics(null);
  expect(await screen.findByText(/could not be loaded/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

function renderTests() {
  const api = new FakeApi().on("GET /api/auth/me", { json: userDto() }).install();
  return {
    api,
    ...renderPage(<ProviderTestView providers={providers} />, { address: "/print-provider-test" }),
  };
}

test("a lab's test lists its checks, and one without a key offers none", async () => {
  const { api, container } = renderTests();
  const checks = [
    { label: "A 4x6 print", isOk: true, detail: "1800 x 1200 pixels at 300 dpi, without metadata" },
    { label: "The package", isOk: false, detail: "0 KB" },
  ];
  const json = { provider: "professional-print-lab", label: "Professional Print Lab", isOk: false };
  api.on("POST /api/print-providers/professional-print-lab/test", {
    json: { ...json, durationMs: 2_100, checks },
  });
  const lab = await part("Professional Print Lab");
  await userEvent.click(within(lab).getByRole("button", { name: /Run the test/ }));
  expect(await within(lab).findByText("Something is wrong, after 2.1 s.")).toBeVisible();
  expect(lab).toHaveTextContent("A 4x6 print: fine, 1800 x 1200 pixels at 300 dpi");
  expect(lab).toHaveTextContent("The package: wrong, 0 KB");
  const other = await part("Prodigi");
  expect(within(other).queryByRole("button")).toBeNull();
  expect(other).toHaveTextContent("PRODIGI_API_KEY");
  expect((await axe(container)).violations).toEqual([]);
});

test("a test that could not be run shows the reason", async () => {
  const { api } = renderTests();
  const error = "Prodigi could not be reached. Nothing has changed; please try again.";
  api.on("POST /api/print-providers/professional-print-lab/test", {
    status: 503,
    json: { error, code: "x" },
  });
  const lab = await part("Professional Print Lab");
  await userEvent.click(within(lab).getByRole("button", { name: /Run the test/ }));
  expect(await within(lab).findByRole("alert")).toHaveTextContent(error);
});
