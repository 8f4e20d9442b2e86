import { act, screen, within } from "@testing-library/react";
import { DashboardView } from "@/components/operations/dashboard/dashboard-view";
import type { DashboardDto } from "@/lib/operations/dashboard/schema";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const empty: DashboardDto = {
  members: { accounts: 1, children: 0, limit: 3, planName: "Free plan" },
  media: { photos: 0, videos: 0, inTrash: 0 },
  storage: { bytes: 0, limitBytes: 5 * 1024 ** 3 },
  storageByYear: [],
  uploadsByWeek: Array.from({ length: 13 }, (_, week) => ({
    weekStart: new Date(Date.UTC(2026, 7, 31 + week * 7)).toISOString().slice(0, 10),
    photos: 0,
    videos: 0,
  })),
  printOrders: { placed: 0, inProduction: 0, dispatched: 0, delivered: 0, cancelled: 0, unviewed: 0 },
  pendingInvites: 0,
  openReports: 0,
};

async function render(change: Partial<DashboardDto> = {}) {
  new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/admin/reports", { json: [] })
    .install();
  await act(async () => {
    renderPage(<DashboardView figures={{ ...empty, ...change }} />);
    // The chart code is fetched when a chart is first shown.
    await import("@/components/operations/charts/stacked-bars");
  });
  // Wait until the session and the reports have loaded.
  await screen.findByText(/Nothing to review\. When/);
}

test("a new family sees what will appear here, and no empty chart", async () => {
  await render();
  expect(screen.getByRole("link", { name: /Members/ })).toHaveTextContent("1 of 3");
  expect(screen.getByText("No uploads in the last 13 weeks")).toBeVisible();
  expect(screen.getByText("Nothing is stored yet")).toBeVisible();
  expect(screen.queryByRole("figure")).not.toBeInTheDocument();
});

test("charts describe themselves in a sentence, and a table holds every number", async () => {
  await render({
    storageByYear: [
      { year: 2023, bytes: 1024 ** 3, items: 10 },
      { year: 2024, bytes: 2 * 1024 ** 3, items: 1200 },
    ],
    uploadsByWeek: empty.uploadsByWeek.map((week, index) =>
      index === 12 ? { ...week, photos: 7, videos: 1 } : week,
    ),
  });
  expect(
    screen.getByText("2 years in the album. 2024 takes up the most: 2GB for 1,200 items."),
  ).toBeVisible();
  expect(screen.getByText(/8 photos and videos in the last 13 weeks, 8 of them this week/)).toBeVisible();
  const [weeks, years] = screen.getAllByRole("table", { hidden: true });
  expect(within(years as HTMLElement).getAllByRole("row", { hidden: true })[2]).toHaveTextContent("20242 GB");
  expect(within(weeks as HTMLElement).getAllByRole("row", { hidden: true })).toHaveLength(14);
});

test("the figure says what is waiting for an admin", async () => {
  await render({
    printOrders: { ...empty.printOrders, placed: 2, unviewed: 1 },
    pendingInvites: 1,
    openReports: 2,
  });
  expect(screen.getByRole("link", { name: /Print orders under way/ })).toHaveTextContent("1 not viewed yet");
  expect(screen.getByRole("link", { name: /Pending invites/ })).toHaveTextContent(
    "Sent, but not accepted yet",
  );
  expect(screen.getByRole("link", { name: /Open reports/ })).toHaveTextContent("Hidden until you decide");
});
