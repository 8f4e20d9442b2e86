import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReportedItems } from "@/components/operations/reports/reported-items";
import type { ContentReportDto } from "@/lib/operations/reports/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const report: ContentReportDto = {
  id: "r1",
  mediaId: "m1",
  reason: "It shows our address.",
  createdAt: "2026-11-21T10:00:00.000Z",
  reportedBy: { id: "u2", name: "Nana" },
  decision: null,
  decidedAt: null,
  decidedBy: null,
  item: {
    fileName: "gate.jpg",
    mediaType: "image",
    year: 2024,
    month: 3,
    description: "Our garden gate",
    uploadDate: "2026-11-20T10:00:00.000Z",
    uploadedBy: { id: "u3", name: "Ben" },
    width: 1200,
    height: 800,
  },
};

function render(
  reports: ContentReportDto[],
  decided: { status?: number; json?: unknown } = { json: report },
) {
  let waiting = reports;
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/admin/reports", () => ({ json: waiting }))
    .on("POST /api/admin/reports/r1/resolve", () => {
      if (!decided.status) waiting = [];
      return decided;
    })
    .install();
  renderPage(<ReportedItems />);
  return api;
}

test("a reported picture is listed with reporter and reason, and shown on request", async () => {
  render([report]);
  expect(await screen.findByText("It shows our address.")).toBeVisible();
  expect(screen.getByText(/Reported by Nana/)).toHaveTextContent("Added by Ben.");
  expect(screen.queryByRole("img", { name: "Our garden gate" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "View it" }));
  expect(screen.getByRole("img", { name: "Our garden gate" })).toHaveAttribute(
    "src",
    "/api/admin/reports/r1/picture",
  );
});

test("it is restored with one press", async () => {
  const api = render([report]);
  await userEvent.click(await screen.findByRole("button", { name: "Show it again" }));
  expect(await screen.findByText("Back in the album")).toBeVisible();
  expect(await screen.findByText(/Nothing to review/)).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ action: "restore" });
});

test("it is deleted after another question", async () => {
  const api = render([report]);
  await userEvent.click(await screen.findByRole("button", { name: "Delete it" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete this photo?" }));
  expect(api.made("POST")).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Delete it" }));
  expect(await screen.findByText("Deleted")).toBeVisible();
  expect(api.calls.find(({ method }) => method === "POST")?.body).toEqual({ action: "delete" });
});

test("another admin's decision is reported in the server's words", async () => {
  render([report], { status: 409, json: { message: "Another admin has already deleted it." } });
  await userEvent.click(await screen.findByRole("button", { name: "Show it again" }));
  expect(await screen.findByText("Your decision could not be saved")).toBeVisible();
  expect(screen.getByText("Another admin has already deleted it.")).toBeVisible();
});
